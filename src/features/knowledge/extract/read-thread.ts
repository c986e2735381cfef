import { parentPort, workerData } from 'node:worker_threads'
import { indexPiece } from '../search/lexemes.ts'
import { cutIntoPieces } from '../search/pieces.ts'
import { extract } from './extract.ts'
import { ExtractProblem } from './passage.ts'
import type { ReadResult, ReadTask } from './thread-messages.ts'

/** The thread of `document-reader.ts`: it reads one document, says what it came to and ends. */
async function read({
  bytes,
  mimetype,
  fileName,
  title,
  fallbackTitle,
  mark,
}: ReadTask): Promise<ReadResult> {
  try {
    const extracted = await extract(bytes, { mimetype, fileName })
    const name = title ?? extracted.title ?? fallbackTitle
    const pieces = cutIntoPieces(extracted.passages).map((piece) => indexPiece(piece, name, mark))
    const chars = extracted.passages.reduce((sum, { text }) => sum + text.length, 0)
    return { ok: true, title: name, chars, pieces }
  } catch (error) {
    return { ok: false, problem: error instanceof ExtractProblem ? error.code : 'UNREADABLE' }
  }
}

parentPort?.postMessage(await read(workerData as ReadTask))
