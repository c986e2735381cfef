import { type Extracted, ExtractProblem } from './passage.ts'

/** What is said of a file beside its bytes. */
export interface Stated {
  mimetype: string
  fileName: string | null
}

type Kind = 'pdf' | 'docx' | 'html' | 'markdown' | 'csv' | 'plain'

const ENDINGS: Readonly<Record<string, Kind>> = {
  ...{ htm: 'html', html: 'html', xhtml: 'html', md: 'markdown', markdown: 'markdown' },
  ...{ csv: 'csv', tsv: 'csv', txt: 'plain', text: 'plain', log: 'plain' },
}
const TYPES: Readonly<Record<string, Kind>> = {
  ...{ 'text/html': 'html', 'application/xhtml+xml': 'html', 'text/markdown': 'markdown', 'text/csv': 'csv' },
  ...{ 'text/tab-separated-values': 'csv', 'text/plain': 'plain' },
}

const startsWith = (bytes: Uint8Array, start: string): boolean =>
  Buffer.from(bytes.subarray(0, start.length)).toString('latin1') === start

/** By the content where that says it: names and types are given by whoever sends the file. */
function findKind(bytes: Uint8Array, { mimetype, fileName }: Stated): Kind {
  // Some programs write a few bytes before the beginning of a PDF; readers look for it in the first kilobyte.
  if (Buffer.from(bytes.subarray(0, 1_024)).toString('latin1').includes('%PDF-')) return 'pdf'
  if (startsWith(bytes, 'PK\u0003\u0004')) return 'docx'
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) {
    // The container that Office puts a document into when it has a password, and that old documents are.
    const isEncrypted = Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))
    throw new ExtractProblem(isEncrypted ? 'ENCRYPTED' : 'UNKNOWN_TYPE')
  }
  const [type = ''] = mimetype.toLowerCase().split(';')
  const ending = /\.([a-z0-9]+)$/i.exec(fileName ?? '')?.[1]?.toLowerCase() ?? ''
  return ENDINGS[ending] ?? TYPES[type.trim()] ?? guessText(bytes)
}

function guessText(bytes: Uint8Array): Kind {
  const beginning = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  return /^\s*(?:<!doctype html|<html\b)/i.test(beginning) ? 'html' : 'plain'
}

/** What a document says. Throws `ExtractProblem`, and whatever a broken file makes of its reader. */
export async function extract(bytes: Uint8Array, stated: Stated): Promise<Extracted> {
  const extracted = await extractKind(findKind(bytes, stated), bytes)
  if (extracted.passages.length === 0) throw new ExtractProblem('NO_TEXT')
  return extracted
}

/** Only what the kind needs is loaded: each document is read in a thread that has loaded nothing before. */
async function extractKind(kind: Kind, bytes: Uint8Array): Promise<Extracted> {
  switch (kind) {
    case 'pdf':
      return (await import('./pdf.ts')).extractPdf(bytes)
    case 'docx':
      return (await import('./docx.ts')).extractDocx(bytes)
    case 'html':
      return (await import('./html.ts')).extractHtml(bytes)
    case 'markdown':
      return (await import('./markdown.ts')).extractMarkdown(bytes)
    case 'csv':
      return (await import('./csv.ts')).extractCsv(bytes)
    case 'plain':
      return (await import('./plain.ts')).extractPlain(bytes)
  }
}
