import type { Agent } from 'node:http'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { PlainRequest } from './raw-requests.ts'

/** What came back; status 0: the connection ended without an answer, -1: nothing came in time, -2: the sender hung up before. */
export interface Outcome {
  status: number
  text: string
}

export const NO_ANSWER = 0
export const TOO_SLOW = -1
const HUNG_UP = -2
const MAX_TEXT_CHARS = 20_000
const NOTHING_MORE_AFTER_MS = 300
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/** Sends a well-framed request over a kept connection. */
export function sendPlain(
  url: string,
  agent: Agent,
  plain: PlainRequest,
  timeoutMs: number,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const { hostname, port } = new URL(url)
  const headers = Object.fromEntries([...plain.headers, ['content-length', plain.body.length]])
  const options = { agent, host: hostname, port, path: plain.path, method: plain.method, headers }
  const sent = httpRequest(options, (res) => {
    let text = ''
    res.setEncoding('utf8')
    res.on('data', (chunk: string) => {
      if (text.length < MAX_TEXT_CHARS) text += chunk
    })
    res.once('close', () => resolve({ status: res.statusCode ?? NO_ANSWER, text }))
  })
  const timer = setTimeout(() => {
    resolve({ status: TOO_SLOW, text: '' })
    sent.destroy()
  }, timeoutMs)
  // A kept connection may be ended by the other side at the moment it is used again: nothing was lost with that.
  sent.once('error', (error: NodeJS.ErrnoException) => {
    const isStale = sent.reusedSocket && error.code === 'ECONNRESET'
    resolve(isStale ? sendPlain(url, agent, plain, timeoutMs) : { status: NO_ANSWER, text: '' })
  })
  sent.end(plain.body)
  return promise.finally(() => clearTimeout(timer))
}

/** The same over a connection of its own, which its sender ends after so many milliseconds, whatever came by then. */
export function sendAndHangUp(url: string, plain: PlainRequest, afterMs: number): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const { hostname, port } = new URL(url)
  const headers = Object.fromEntries([...plain.headers, ['content-length', plain.body.length]])
  const { path, method } = plain
  const sent = httpRequest({ agent: false, host: hostname, port, path, method, headers }, (res) => {
    res.on('error', () => {}).resume()
  })
  sent.on('error', () => {}).once('close', () => resolve({ status: HUNG_UP, text: '' }))
  setTimeout(() => sent.destroy(), afterMs)
  sent.end(plain.body)
  return promise
}

/** Sends bytes as they are over a connection of their own and reads the beginning of what comes back. */
export function sendRaw(url: string, bytes: Buffer, timeoutMs: number): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const { hostname, port } = new URL(url)
  let text = ''
  const socket = connect({ host: hostname, port: Number(port) })
  const finish = (isLate: boolean): void => {
    const status = Number(
      /^HTTP\/1\.1 (\d{3})/.exec(text.replace(CONTINUE, ''))?.[1] ?? (isLate ? TOO_SLOW : NO_ANSWER),
    )
    resolve({ status, text })
    socket.destroy()
  }
  const timer = setTimeout(finish, timeoutMs, true)
  // A length that was a lie leaves the other side waiting for the rest; it is told that nothing more comes.
  const giveUp = setTimeout(() => socket.end(), NOTHING_MORE_AFTER_MS)
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    if (text.replace(CONTINUE, '').includes('\r\n\r\n')) finish(false)
  })
  for (const ending of ['end', 'error', 'close']) socket.once(ending, () => finish(false))
  socket.write(bytes)
  return promise.finally(() => {
    clearTimeout(timer)
    clearTimeout(giveUp)
  })
}
