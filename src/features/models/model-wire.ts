import { callFailure } from '../../core/conversation/call-failure.ts'
import { OutboundError, type OutboundHttp } from '../../platform/outbound-http.ts'

/** An answer of a model is some kilobytes; no server is to fill our memory. */
const MAX_ANSWER_BYTES = 1_048_576
/** Answers with these have no body, which `Response` insists on. */
const EMPTY_STATUSES: ReadonlySet<number> = new Set([101, 204, 205, 304])

export interface WireOptions {
  http: Pick<OutboundHttp, 'request'>
  baseUrl: string
  timeoutMs: number
  signal: AbortSignal
  /** Default: a mebibyte. */
  maxBodyBytes?: number | undefined
}

/**
 * The only way from the SDK to a model's server: our guarded client, to the one host that its owner named, without following
 * where it is led. `failure` is why there was no answer; the SDK wraps it in errors that hold the prompt.
 */
export class ModelWire {
  failure: OutboundError | null = null
  readonly #options: WireOptions

  constructor(options: WireOptions) {
    this.#options = options
  }

  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    try {
      return await this.#send(new URL(String(input)), init)
    } catch (error) {
      if (error instanceof OutboundError) this.failure = error
      throw error
    }
  }

  async #send(url: URL, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    const { http, baseUrl, timeoutMs, signal, maxBodyBytes = MAX_ANSWER_BYTES } = this.#options
    if (url.host !== new URL(baseUrl).host || (body != null && typeof body !== 'string')) {
      throw new OutboundError(callFailure('ADDRESS_OF_ANOTHER'))
    }
    const answer = await http.request({
      method,
      url: url.href,
      headers: [...new Headers(headers)].map(([name, value]) => ({ name, value })),
      body: body ?? null,
      timeoutMs,
      maxBodyBytes,
      maxRedirects: 0,
      requireTls: true,
      signal,
    })
    return new Response(EMPTY_STATUSES.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    })
  }
}
