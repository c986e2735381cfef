import { strToU8, zipSync } from 'fflate'

/** A PDF of one line of text a page, as small as one can be; a page of null has no text. */
export function makePdf(pages: readonly (string | null)[], encrypted = false): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, at) => {
      const content = text === null ? '' : `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * at} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  // A password that is not the empty one: no reader gets in without it (ISO 32000-1, 7.6.3).
  const zeros = `<${'00'.repeat(32)}>`
  if (encrypted) objects.push(`<< /Filter /Standard /V 1 /R 2 /O ${zeros} /U ${zeros} /P -4 >>`)
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const xref = file.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const encrypt = encrypted ? ` /Encrypt ${objects.length} 0 R /ID [<01> <01>]` : ''
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encrypt} >>\nstartxref\n${xref}\n%%EOF`
  return Buffer.from(file, 'latin1')
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** A document of Word from the body of its main part, with the styles of a Portuguese Word. */
export function makeDocx(body: string): Buffer {
  const styles = `<w:styles ${WORD}><w:style w:styleId="Ttulo1"><w:name w:val="heading 1"/></w:style></w:styles>`
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'word/document.xml': strToU8(`<w:document ${WORD}><w:body>${body}</w:body></w:document>`),
      'word/styles.xml': strToU8(styles),
    }),
  )
}

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
export const paragraph = (text: string, style?: string) =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${run(text)}</w:p>`
export const tableRow = (...cells: readonly string[]) =>
  `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`

/** A quarter of a megabyte that unpacks to sixty times as much as a memory should be given. */
export function makeDocxBomb(): Buffer {
  return makeDocx(`<w:p>${run('a'.repeat(60_000_000))}</w:p>`)
}
