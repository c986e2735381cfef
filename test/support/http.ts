import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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

  const request = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(origin + path, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
  }

  return {
    origin,
    request,
    call: (operation, input = {}, options = {}) =>
      request(`${API_PREFIX}/${operation.replaceAll('.', '/')}`, {
        method: options.method ?? 'POST',
        headers: { 'content-type': 'application/json', ...options.headers },
        ...(options.method !== 'GET' && {
          body: options.rawBody === undefined ? JSON.stringify(input) : options.rawBody,
        }),
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
    },
  }
}
