import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'

/** An S3-compatible store: objects are `{endpoint}/{bucket}/{prefix}{key}`. */
export interface S3Settings {
  /** An address like https://s3.eu-central-1.amazonaws.com. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Put before every key; empty, or ending in a slash. */
  prefix: string
}

/** The store answered something else than it should, or nothing. Try again later. */
export class S3Error extends Error {
  readonly status: number | null

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options)
    this.name = 'S3Error'
    this.status = status
  }
}

const IDLE_MS = 30_000
const EMPTY_SHA256 = createHash('sha256').digest('hex')
const RETRY_AFTER_MS = [200, 1_000]
const MAX_COMPLAINT_CHARS = 300
const OK = 200
const PARTIAL = 206
const NO_CONTENT = 204
const NOT_FOUND = 404

const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof S3Error && (error.status === null || error.status === 429 || error.status >= 500)

/** Runs what may be run twice again after a moment, when the store was away or too busy. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (const pauseMs of RETRY_AFTER_MS) {
    try {
      return await work()
    } catch (error) {
      if (!isWorthAnotherTry(error)) throw error
    }
    await sleep(pauseMs)
  }
  return work()
}

async function readComplaint(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of answer) {
    if (text.length < MAX_COMPLAINT_CHARS) text += (chunk as Buffer).toString('latin1')
  }
  return /<Code>([A-Za-z0-9]+)<\/Code>/.exec(text)?.[1] ?? ''
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Signed requests to one bucket, streamed both ways. Everything fails with `S3Error`. */
export class S3Requests {
  readonly #region: string
  readonly #accessKeyId: string
  readonly #secretAccessKey: string
  readonly #prefix: string
  readonly #base: string
  readonly #module: typeof https | typeof http
  readonly #agent: http.Agent
  readonly #name: string

  constructor(settings: S3Settings) {
    const { endpoint, bucket } = settings
    this.#region = settings.region
    this.#accessKeyId = settings.accessKeyId
    this.#secretAccessKey = settings.secretAccessKey
    this.#prefix = settings.prefix
    this.#base = `${endpoint.replace(/\/+$/, '')}/${bucket}/`
    this.#module = endpoint.startsWith('https:') ? https : http
    this.#agent = new this.#module.Agent({ keepAlive: true, maxSockets: 16 })
    this.#name = new URL(endpoint).host
  }

  async put(key: string, file: string): Promise<void> {
    const sha256 = await hashFile(file)
    await persist(async () => this.#finish('PUT', await this.#call('PUT', key, { sha256, file }), OK))
  }

  /** Null when there is no such object. */
  async get(key: string, range?: { start: number; end: number }): Promise<IncomingMessage | null> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
    return persist(async () => {
      const answer = await this.#call('GET', key, { headers })
      if (answer.statusCode === (range ? PARTIAL : OK)) return answer
      if (answer.statusCode !== NOT_FOUND) throw await this.#refuse('GET', answer)
      answer.resume()
      return null
    })
  }

  async remove(key: string): Promise<void> {
    await persist(async () =>
      this.#finish('DELETE', await this.#call('DELETE', key), OK, NO_CONTENT, NOT_FOUND),
    )
  }

  close() {
    return this.#agent.destroy()
  }

  async #sign(method: string, key: string, headers: Record<string, string>) {
    const url = `${this.#base}${this.#prefix}${key}`
    const signer = new AwsV4Signer({
      method,
      url,
      headers,
      region: this.#region,
      service: 's3',
      accessKeyId: this.#accessKeyId,
      secretAccessKey: this.#secretAccessKey,
    })
    const signed = await signer.sign()
    return { url: signed.url, headers: Object.fromEntries(signed.headers) }
  }

  async #call(
    method: string,
    key: string,
    {
      sha256 = EMPTY_SHA256,
      headers = {},
      file,
    }: { sha256?: string; headers?: Record<string, string>; file?: string } = {},
  ): Promise<IncomingMessage> {
    const signed = await this.#sign(method, key, { ...headers, 'x-amz-content-sha256': sha256 })
    const answered = Promise.withResolvers<IncomingMessage>()
    const size = file === undefined ? 0 : (await stat(file)).size
    const length = method === 'PUT' ? { 'content-length': size } : {}
    const request = this.#module.request(signed.url, {
      method,
      agent: this.#agent,
      timeout: IDLE_MS,
      headers: { ...signed.headers, ...length },
    })
    request.once('timeout', () => request.destroy(new Error(`nothing came for ${IDLE_MS} ms`)))
    request.once('response', answered.resolve)
    request.once('error', answered.reject)
    if (file === undefined) request.end()
    else pipeline(createReadStream(file), request).catch(answered.reject)
    try {
      return await answered.promise
    } catch (cause) {
      request.destroy()
      throw new S3Error(`The file store ${this.#name} did not answer.`, null, { cause })
    }
  }

  async #refuse(method: string, answer: IncomingMessage): Promise<S3Error> {
    const code = await readComplaint(answer).catch(() => '')
    const status = answer.statusCode ?? 0
    return new S3Error(`The file store ${this.#name} answered ${status} ${code} to ${method}.`, status)
  }

  async #finish(method: string, answer: IncomingMessage, ...good: number[]): Promise<void> {
    if (!good.includes(answer.statusCode ?? 0)) throw await this.#refuse(method, answer)
    await readComplaint(answer).catch(() => '')
  }
}
