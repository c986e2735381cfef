import { createHmac } from 'node:crypto'
import http from 'node:http'

interface Answer {
  status?: number
  body?: unknown
}

/** A call that a business got. */
export interface BusinessCall {
  business: string
  method: string
  path: string
  authorization: string | undefined
  body: unknown
}

/**
 * The systems of the businesses in the examples, on this machine, each below its name. They are made up, as the businesses are, and
 * behave as systems like theirs document: an unknown or missing key is 401, an answer is JSON, and a payment service calls the
 * address it was given, with HMAC-SHA256 of the body in hexadecimal in a header.
 */
export class Businesses {
  readonly calls: BusinessCall[] = []
  private readonly answers = new Map<string, Answer[]>()
  private readonly key: string
  private readonly server = http.createServer((request, response) => {
    this.handle(request, response).catch(() => response.destroy())
  })

  constructor(key: string) {
    this.key = key
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const address = this.server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the businesses do not listen')
    return `http://127.0.0.1:${address.port}`
  }

  /** What the next call of a business is answered. */
  next(business: string, answer: Answer): void {
    this.answers.set(business, [...(this.answers.get(business) ?? []), answer])
  }

  /** Says at the address it was given that something was paid, and answers the status of that call. */
  async callBack(url: string, body: unknown, secret: string): Promise<number> {
    const text = JSON.stringify(body)
    const signature = createHmac('sha256', secret).update(text).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-signature': signature }
    return (await fetch(url, { method: 'POST', headers, body: text })).status
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [, business = '', ...rest] = (request.url ?? '').split('/')
    const { authorization, 'content-type': type = '' } = request.headers
    const text = Buffer.concat(chunks).toString()
    const body: unknown = type.includes('json') ? JSON.parse(text) : text
    this.calls.push({
      business,
      method: request.method ?? '',
      path: `/${rest.join('/')}`,
      authorization,
      body,
    })
    const answer =
      authorization === `Bearer ${this.key}` ? this.answers.get(business)?.shift() : { status: 401 }
    const { status = 200, body: answered = null } = answer ?? { status: 500 }
    if (status === 204) return void response.writeHead(204).end()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
  }
}
