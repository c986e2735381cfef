import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Agent, request } from 'node:https'
import { NetworkMediaError } from '../../port.ts'
import { readPieces } from './file-pieces.ts'

const ORIGIN = 'https://web.whatsapp.com'
const MAX_ANSWER_BYTES = 65_536
const GONE = new Set([403, 404, 410])

const unreachable = (cause: unknown): NetworkMediaError =>
  cause instanceof NetworkMediaError
    ? cause
    : new NetworkMediaError('unreachable', 'The media server did not answer. Try again.', { cause })

/** Sends a file as the body of a request, a piece at a time: the next is read when the one before has left. */
async function writeFile(path: string, sent: ClientRequest): Promise<void> {
  // It also ends with an error, which the answer tells.
  const closed = once(sent, 'close').catch(() => {})
  for await (const piece of readPieces(path)) {
    const left = new Promise<void>((resolve, reject) =>
      sent.write(piece, (error) => (error ? reject(error) : resolve())),
    )
    await Promise.race([left, closed])
    if (sent.destroyed) return
  }
  sent.end()
}

export interface MediaHttpOptions {
  /** Whose connections are used. */
  agentOf(): Agent
  /** A transfer on which nothing moves for so long is given up. */
  idleMs: number
}

/** Requests to the network's media server. */
export class MediaHttp {
  private readonly agentOf: MediaHttpOptions['agentOf']
  private readonly idleMs: number

  constructor({ agentOf, idleMs }: MediaHttpOptions) {
    this.agentOf = agentOf
    this.idleMs = idleMs
  }

  /** The JSON the server answers; null when it refuses the file. */
  async post(url: URL, path: string, signal: AbortSignal): Promise<Record<string, unknown> | null> {
    const { size } = await stat(path)
    const headers = { 'content-type': 'application/octet-stream', 'content-length': size }
    const { sent, answer } = this.call('POST', url, headers, signal)
    const written = writeFile(path, sent).catch(() => sent.destroy())
    try {
      const response = await answer
      const chunks: Buffer[] = []
      let length = 0
      for await (const chunk of response) {
        length += (chunk as Buffer).length
        if (length > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
        chunks.push(chunk as Buffer)
      }
      if (response.statusCode !== 200) return null
      return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
    } catch (error) {
      throw unreachable(error)
    } finally {
      sent.destroy()
      await written
    }
  }

  async *get(url: URL, maxBytes: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    const { sent, answer } = this.call('GET', url, {}, signal)
    sent.end()
    try {
      const response = await answer
      const status = response.statusCode ?? 0
      if (GONE.has(status)) throw new NetworkMediaError('gone', 'The file is no longer on the media server.')
      if (status !== 200) throw new NetworkMediaError('unreachable', `The media server answered ${status}.`)
      let length = 0
      for await (const chunk of response) {
        length += (chunk as Buffer).length
        if (length > maxBytes) {
          throw new NetworkMediaError('too_large', `The file is larger than ${maxBytes} bytes.`)
        }
        yield chunk as Buffer
      }
    } catch (error) {
      throw unreachable(error)
    } finally {
      sent.destroy()
    }
  }

  private call(
    method: 'GET' | 'POST',
    url: URL,
    headers: Record<string, string | number>,
    signal: AbortSignal,
  ) {
    const answered = Promise.withResolvers<IncomingMessage>()
    const sent = request(url, {
      method,
      agent: this.agentOf(),
      headers: { ...headers, Origin: ORIGIN },
      signal,
      timeout: this.idleMs,
    })
    sent.once('timeout', () => sent.destroy(new Error(`nothing came for ${this.idleMs} ms`)))
    sent.once('response', answered.resolve)
    sent.once('error', answered.reject)
    return { sent, answer: answered.promise }
  }
}
