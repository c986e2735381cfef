import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OperationEntry } from '../../contract/operation.ts'
import { REFUSAL_STATUS, type Refusal, type RefusalCode } from '../../core/errors.ts'
import { describeRefusal } from '../../words/english.ts'
import { buildErrorBody } from '../refusal-body.ts'

/**
 * A body not yet read when the answer is ready is discarded up to here; only a caller still sending after that is cut
 * off, so that a connection whose answer was read stays usable.
 */
const MAX_DISCARDED_BYTES = 8_388_608
const MAX_DISCARD_MS = 5_000

/** Lets the rest of a request pass by without keeping it, so that the caller can read the answer it already has. */
function discardRest(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return
  let discarded = 0
  const timer = setTimeout(() => req.destroy(), MAX_DISCARD_MS)
  timer.unref()
  req.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > MAX_DISCARDED_BYTES) req.destroy()
  })
  req.once('close', () => clearTimeout(timer))
  req.once('end', () => clearTimeout(timer))
  // Whoever read it may have failed while it was held back.
  req.resume()
}

export function answerJson(req: IncomingMessage, res: ServerResponse, status: number, body: unknown): void {
  if (res.headersSent || res.destroyed) return
  discardRest(req)
  const text = Buffer.from(JSON.stringify(body))
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length })
  res.end(req.method === 'HEAD' ? undefined : text)
}

/** Aborts when the caller is gone before the answer was whole. */
export function watchCaller(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (res.destroyed) gone.abort()
  else res.once('close', () => res.writableFinished || gone.abort())
  return gone.signal
}

/** Answers a call whose body was read; resolves when the answer has left or the caller is gone. */
export function answerCall(res: ServerResponse, status: number, body: unknown): Promise<void> {
  const text = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    if (res.destroyed) return resolve()
    res.once('error', reject).once('close', resolve)
    res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    res.end(text)
  })
}

export function answerText(
  req: IncomingMessage,
  res: ServerResponse,
  type: string,
  text: string | Buffer,
): void {
  discardRest(req)
  const bytes = Buffer.from(text)
  res.writeHead(200, { 'content-type': type, 'content-length': bytes.length })
  res.end(req.method === 'HEAD' ? undefined : bytes)
}

/** Answers a refusal decided before the operation was called. */
export function answerRefusal(
  req: IncomingMessage,
  res: ServerResponse,
  refusal: Refusal,
  entry?: OperationEntry,
): void {
  const { code, status, data } = refusal
  const body = {
    defined: isDeclared(code),
    code,
    status,
    message: describeRefusal(refusal),
    ...(data && { data }),
  }
  answerJson(req, res, status, buildErrorBody(body, entry))
}

/** METHOD_NOT_SUPPORTED belongs to no operation; all other codes are declared by every one. */
const isDeclared = (code: RefusalCode): boolean =>
  REFUSAL_STATUS[code] !== REFUSAL_STATUS.METHOD_NOT_SUPPORTED
