import { decodeText } from './decode-text.ts'
import { type Extracted, Passages } from './passage.ts'

/** Paragraphs are what blank lines divide. */
export function extractPlain(bytes: Uint8Array): Extracted {
  const found = new Passages()
  for (const paragraph of decodeText(bytes).split(/\r?\n[\t ]*\r?\n/)) found.add(paragraph)
  return { title: null, passages: found.passages }
}
