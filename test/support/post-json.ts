import { type Agent, request } from 'node:http'

export interface JsonAnswer {
  status: number
  body: unknown
}

export interface PostOptions {
  headers?: Record<string, string>
  timeoutMs: number
  /** Absent, every call has a connection of its own. */
  agent?: Agent
}

/**
 * Posts JSON with one time limit for all of it. `fetch` has a limit of its own for connecting, which a machine with more
 * to do than it can runs into while nothing is wrong. Rejects with the system's error, as its `code`.
 */
export function postJson(url: URL, input: object, options: PostOptions): Promise<JsonAnswer> {
  const { headers, timeoutMs, agent } = options
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        agent: agent ?? false,
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        response.once('error', reject)
        response.once('end', () => {
          try {
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) })
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    call.once('error', reject)
    call.end(JSON.stringify(input))
  })
}
