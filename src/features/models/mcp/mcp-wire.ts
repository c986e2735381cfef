import { Readable } from 'node:stream'
import { callFailure } from '../../../core/conversation/call-failure.ts'
import { OutboundError, type OutboundHttp } from '../../../platform/outbound-http.ts'

interface WireOptions {
  http: Pick<OutboundHttp, 'open'>
  url: string
  timeoutMs: number
  maxBodyBytes: number
  /** Ends the call as a whole, at its deadline too. */
  signal: AbortSignal
}

/** Messages of one call: a session, the call or the pages of a list, and what comes with them. */
const MAX_REQUESTS = 8

/** The only way from the client to a server: to its own address, without following where it is led, within bounds. */
export class McpWire {
  failure: OutboundError | null = null
  readonly url: string
  readonly #options: WireOptions
  #requests = 0

  constructor(options: WireOptions) {
    this.#options = options
    this.url = options.url
  }

  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    // Nothing is heard of a server but its answers.
    if (init.method === 'GET') return new Response(null, { status: 405 })
    try {
      return await this.#send(new URL(String(input)), init)
    } catch (error) {
      if (error instanceof OutboundError) this.failure = error
      throw error
    }
  }

  async #send(url: URL, { method = 'POST', headers, body }: RequestInit): Promise<Response> {
    const { http, timeoutMs, maxBodyBytes, signal } = this.#options
    this.#requests += 1
    if (url.href !== new URL(this.url).href || typeof body !== 'string' || this.#requests > MAX_REQUESTS) {
      throw new OutboundError(callFailure('TOOL_AT_OTHER_ADDRESS'))
    }
    const answer = await http.open({
      ...{ method, url: url.href, body, timeoutMs, maxBodyBytes, signal },
      headers: [...new Headers(headers)].map(([name, value]) => ({ name, value })),
      maxRedirects: 0,
      requireTls: true,
    })
    answer.body.on('error', (error) => {
      if (error instanceof OutboundError) this.failure ??= error
    })
    // What is not read is let go with the call.
    signal.addEventListener('abort', () => answer.body.destroy(), { once: true })
    const isEmpty = answer.status === 202 || answer.status === 204
    if (isEmpty) answer.body.resume()
    const { status } = answer
    return new Response(isEmpty ? null : Readable.toWeb(answer.body), { status, headers: answer.headers })
  }
}
