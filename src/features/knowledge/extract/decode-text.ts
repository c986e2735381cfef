import { ExtractProblem } from './passage.ts'

/** Bytes as text: by its byte order mark, else UTF-8, else the code page of spreadsheets and older pages in the West. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // No text has NULs; a file that is something else has them early.
  if (bytes.subarray(0, 8_192).includes(0)) throw new ExtractProblem('UNKNOWN_TYPE')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
