import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type Agent, request } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { NetworkMediaError } from '../port.ts'

const ORIGIN = 'https://web.whatsapp.com'
const IDLE_MS = 30_000
const MAX_ANSWER_BYTES = 65_536
const GONE = new Set([403, 404, 410])

const unreachable = (cause: unknown): NetworkMediaError =>
  cause instanceof NetworkMediaError
    ? cause
    : new NetworkMediaError('unreachable', 'The media server did not answer. Try again.', { cause })

/** Requests to the network's media server, over the connections of the given agent. */
export function createMediaHttp(agentOf: () => Agent) {
  function call(
    method: 'GET' | 'POST',
    url: URL,
    headers: Record<string, string | number>,
    signal: AbortSignal,
  ) {
    const answered = Promise.withResolvers<IncomingMessage>()
    const sent = request(url, {
      method,
      agent: agentOf(),
      headers: { ...headers, Origin: ORIGIN },
      signal,
      timeout: IDLE_MS,
    })
    sent.once('timeout', () => sent.destroy(new Error(`nothing came for ${IDLE_MS} ms`)))
    sent.once('response', answered.resolve)
    sent.once('error', answered.reject)
    return { sent, answer: answered.promise }
  }

  return {
    /** The JSON the server answers; null when it refuses the file. */
    async post(url: URL, path: string, signal: AbortSignal): Promise<Record<string, unknown> | null> {
      const { size } = await stat(path)
      const headers = { 'content-type': 'application/octet-stream', 'content-length': size }
      const { sent, answer } = call('POST', url, headers, signal)
      const written = pipeline(createReadStream(path), sent).catch(() => {})
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
    },
    async *get(url: URL, maxBytes: number, signal: AbortSignal): AsyncGenerator<Buffer> {
      const { sent, answer } = call('GET', url, {}, signal)
      sent.end()
      try {
        const response = await answer
        const status = response.statusCode ?? 0
        if (GONE.has(status))
          throw new NetworkMediaError('gone', 'The file is no longer on the media server.')
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
    },
  }
}
