import { type Extracted, ExtractProblem, Passages } from './passage.ts'

const MAX_PAGES = 3_000

/** The text of each page in paragraphs. A page that is a picture has none. */
export async function extractPdf(bytes: Uint8Array): Promise<Extracted> {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(bytes, { verbosity: 0 }).catch((error: unknown) => {
    throw explain(error)
  })
  if (document.numPages > MAX_PAGES) throw new ExtractProblem('TOO_LARGE')
  const found = new Passages()
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await readPage(document, page)
    for (const paragraph of toParagraphs(items)) found.add(paragraph, { page })
  }
  return { title: await readTitle(document), passages: found.passages }
}

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>

async function readPage(document: Pdf, number: number) {
  try {
    const page = await document.getPage(number)
    const content = await page.getTextContent()
    page.cleanup()
    return content
  } catch (error) {
    throw explain(error)
  }
}

async function readTitle(document: Pdf): Promise<string | null> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  const { Title: title } = info as { Title?: unknown }
  return typeof title === 'string' && title.trim() !== '' ? title.trim().slice(0, 200).toWellFormed() : null
}

const explain = (error: unknown): ExtractProblem => {
  const { name } = error as Error
  return new ExtractProblem(name === 'PasswordException' ? 'ENCRYPTED' : 'UNREADABLE', error)
}

type Items = Awaited<ReturnType<typeof readPage>>['items']

/** Lines whose distance is more than one and a half of a line begin a paragraph. */
function toParagraphs(items: Items): string[] {
  const paragraphs: string[] = []
  let paragraph = ''
  let line = ''
  let last: { y: number; height: number } | null = null
  for (const item of items) {
    if (!('str' in item)) continue
    const y = Number(item.transform[5])
    const height: number = item.height || last?.height || 10
    if (line === '' && item.str.trim() !== '' && last !== null) {
      const gap = Math.abs(last.y - y)
      if (gap > 1.8 * Math.max(height, last.height)) {
        paragraphs.push(paragraph)
        paragraph = ''
      }
    }
    if (item.str.trim() !== '') last = { y, height }
    line += item.str
    if (item.hasEOL) {
      paragraph = join(paragraph, line)
      line = ''
    }
  }
  paragraphs.push(join(paragraph, line))
  return paragraphs
}

/** A word that was broken at the end of a line is one word again. */
function join(paragraph: string, line: string): string {
  if (/\p{L}-$/u.test(paragraph) && /^\p{Ll}/u.test(line)) return paragraph.slice(0, -1) + line
  return paragraph === '' ? line : `${paragraph} ${line}`
}
