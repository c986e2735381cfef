import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Dispatcher, Pool } from 'undici'
import type { App } from '../../src/api/index.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body; undefined when it is not JSON. */
  body: unknown
}

export interface CallOptions {
  headers?: Record<string, string>
  method?: string
  /** Sent as it is; wins over the input. */
  rawBody?: string | Uint8Array<ArrayBuffer> | null
}

export interface Served {
  origin: string
  request(path: string, init?: RequestInit): Promise<Answer>
  /** Calls an operation such as `flows.states.get` with a JSON body. */
  call(operation: string, input?: unknown, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

/** Serves an app on a free loopback port for the length of a test. */
export async function serve(app: App): Promise<Served> {
  // As long as the service keeps them, not for 5 s: on a busy machine a call is sent just when a connection at rest is closed.
  const server = createServer({ keepAliveTimeout: 75_000 }, (req, res) => void app.handle(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  // For calls of operations, of which some tests make ten thousand: `fetch` takes four times the processor time for each.
  const pool = new Pool(origin)

  return {
    origin,
    async request(path, init) {
      const response = await fetch(origin + path, init)
      return toAnswer(response.status, response.headers, await response.text())
    },
    async call(operation, input = {}, options = {}) {
      const body = options.rawBody === undefined ? JSON.stringify(input) : options.rawBody
      const answer = await pool.request({
        path: `${API_PREFIX}/${operation.replaceAll('.', '/')}`,
        method: (options.method ?? 'POST') as Dispatcher.HttpMethod,
        headers: { 'content-type': 'application/json', ...options.headers },
        body: options.method === 'GET' ? null : body,
      })
      return toAnswer(answer.statusCode, toHeaders(answer.headers), await answer.body.text())
    },
    close: async () => {
      await pool.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
    },
  }
}

function toAnswer(status: number, headers: Headers, text: string): Answer {
  const isJson = headers.get('content-type')?.startsWith('application/json')
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined }
}

function toHeaders(given: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(given))
    for (const value of [values ?? []].flat()) headers.append(name, value)
  return headers
}
