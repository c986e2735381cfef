import type { IncomingMessage } from 'node:http'
import type { OperationEntry } from '../../contract/operation.ts'
import { Refusal, refusal } from '../../core/errors.ts'
import { findJsonExcess, findJsonProblem, MAX_JSON_DEPTH, MAX_JSON_PARTS } from '../../core/json-safety.ts'
import { describeJsonProblem, describeRefusal } from '../../words/english.ts'

export const MAX_BODY_BYTES = 1_048_576

/** How large a body may be. What is not a value of `fileField` is 1 MiB at most, whatever the whole may be. */
export interface BodyLimit {
  readonly maxBytes: number
  readonly fileField?: 'base64' | 'file'
  /** Long values of that field may be put on disk while they are read. */
  readonly isSpooled?: boolean
}

/** By which files an operation takes, all of them in base64. */
export const BODY_LIMITS: Readonly<Record<NonNullable<OperationEntry['body']> | 'none', BodyLimit>> = {
  none: { maxBytes: MAX_BODY_BYTES },
  files: { maxBytes: 67_108_864, fileField: 'base64', isSpooled: true },
  // An exported session or that of another program.
  session: { maxBytes: 33_554_432, fileField: 'file' },
}

const QUOTE = 0x22

/** Only uncompressed JSON in UTF-8 is read; forms would open the door to other sites' pages. */
export function checkContentType(req: Pick<IncomingMessage, 'headers'>): Refusal | undefined {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((p) => p.trim()).find((p) => p.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  const encoding = req.headers['content-encoding'] ?? 'identity'
  if (type.trim() === 'application/json' && isUtf8 && encoding === 'identity') return undefined
  return refusal('UNSUPPORTED_MEDIA_TYPE', 'CONTENT_TYPE', {})
}

const tooLarge = (maxBytes: number): Refusal =>
  refusal('PAYLOAD_TOO_LARGE', 'BODY_TOO_LARGE', { mib: maxBytes / 1_048_576 }, { data: { maxBytes } })

/** Whoever hangs up before the reading begins is not told of any more: it has to be looked at first. */
const endedEarly = (): Refusal => refusal('BAD_REQUEST', 'BODY_ENDED_EARLY', {})

/** Reads a body of at most `maxBytes`; stops reading at the first byte too many. */
export async function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer | Refusal> {
  if (req.destroyed) return endedEarly()
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return tooLarge(maxBytes)
  const chunks: Buffer[] = []
  let total = 0
  return await new Promise((resolve, reject) => {
    const finish = (result: Buffer | Refusal) => {
      req.off('data', onData).off('end', onEnd).off('error', reject).off('close', onClose)
      resolve(result)
    }
    const onData = (chunk: Buffer) => {
      total += chunk.length
      if (total > maxBytes) finish(tooLarge(maxBytes))
      else chunks.push(chunk)
    }
    const onEnd = () => finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    const onClose = () => finish(endedEarly())
    req.on('data', onData).on('end', onEnd).on('error', reject).on('close', onClose)
  })
}

/** The same for a body that is read piece by piece, each before the next is taken; answers when all were. */
async function readPieces(
  req: IncomingMessage,
  maxBytes: number,
  take: (piece: Buffer) => Promise<void>,
): Promise<Refusal | undefined> {
  if (req.destroyed) return endedEarly()
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return tooLarge(maxBytes)
  let total = 0
  let taken = Promise.resolve()
  return await new Promise((resolve, reject) => {
    const leave = () => req.off('data', onData).off('end', onEnd).off('error', breakOff).off('close', onClose)
    const finish = (result?: Refusal) => {
      leave()
      resolve(result)
    }
    const fail = (error: unknown) => {
      leave()
      if (error instanceof Refusal) resolve(error)
      else reject(error)
    }
    // The end may be told while the last piece is still being taken, and what that opened has to be known to be closed.
    const end = (result?: Refusal) => void taken.then(() => finish(result), fail)
    const breakOff = (error: unknown) => void taken.then(() => fail(error), fail)
    const onData = (piece: Buffer) => {
      total += piece.length
      if (total > maxBytes) return end(tooLarge(maxBytes))
      req.pause()
      taken = take(piece)
      taken.then(() => req.resume(), fail)
    }
    const onEnd = () => end()
    const onClose = () => {
      if (!req.readableEnded) end(endedEarly())
    }
    req.on('data', onData).on('end', onEnd).on('error', breakOff).on('close', onClose)
  })
}

/** The refusal of a body that is too much to be parsed. */
function findExcess(bytes: Buffer): Refusal | undefined {
  const excess = findJsonExcess({
    length: bytes.length,
    codeAt: (index) => bytes[index],
    findQuote: (from) => bytes.indexOf(QUOTE, from),
  })
  if (excess === 'depth') return tooDeep()
  return excess && tooManyParts()
}

function tooDeep(): Refusal {
  const errors = [{ path: '', message: `it nests deeper than ${MAX_JSON_DEPTH} levels.` }]
  return refusal(
    'BAD_REQUEST',
    'BODY_TOO_DEEP',
    { levels: MAX_JSON_DEPTH },
    { data: { errors, warnings: [] } },
  )
}

function tooManyParts(): Refusal {
  const reason = 'BODY_TOO_MANY_VALUES'
  const params = { most: MAX_JSON_PARTS }
  const message = describeRefusal({ message: reason, data: { reason, params } })
  return refusal('BAD_REQUEST', reason, params, { data: { errors: [{ path: '', message }], warnings: [] } })
}

function malformed(detail: string): Refusal {
  return new Refusal('BAD_REQUEST', `The body is not valid JSON: ${detail}`, {
    data: { errors: [{ path: '', message: detail }], warnings: [] },
  })
}

/** Parses a JSON body. An empty one counts as `{}`: operations with inputs then name the first field they miss. */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  const excess = findExcess(bytes)
  if (excess) return excess
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return malformed('it is not UTF-8.')
  }
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = mayNamePrototype(text) ? JSON.parse(text, dropPrototype) : JSON.parse(text)
  } catch (error) {
    return malformed(error instanceof SyntaxError ? describeSyntaxError(error) : 'it cannot be read.')
  }
  const problem = mayBeUnsafe(text) ? findJsonProblem(value) : undefined
  return problem === undefined ? value : malformed(describeJsonProblem(problem))
}

/** The engine quotes the text around the fault; only the position is told, so that no content ends up in a log. */
function describeSyntaxError(error: SyntaxError): string {
  const position = /position (\d+)/.exec(error.message)?.[1]
  return position === undefined
    ? 'it ends early or has a stray character.'
    : `stray character at position ${position}.`
}

/** Signs that are no Unicode text, and any name that is spelled in another way, stand there by their codes. */
const mayBeUnsafe = (text: string): boolean => text.includes('\\u') || text.includes('toString')

const mayNamePrototype = (text: string): boolean => text.includes('__proto__') || text.includes('\\u005')

function dropPrototype(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}

/** Reads and parses a body; with a spooler, what is not a file is bounded on the way, and long files go to disk. */
export async function readBody(
  req: IncomingMessage,
  maxBytes: number,
  spooler: { add(piece: Buffer): Promise<void>; rest(): Buffer } | undefined,
): Promise<unknown> {
  if (!spooler) {
    const bytes = await readBytes(req, maxBytes)
    return bytes instanceof Refusal ? bytes : parseBody(bytes)
  }
  const refusal = await readPieces(req, maxBytes, (piece) => spooler.add(piece))
  return refusal ?? parseBody(spooler.rest())
}
