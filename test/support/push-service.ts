import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The user agent's half of RFC 8291, by Node's cryptography alone: none of it is the sender's. */
export class PushDevice {
  readonly #pair = createECDH('prime256v1')
  readonly #auth = randomBytes(16)

  constructor() {
    this.#pair.generateKeys()
  }

  get keys() {
    return { p256dh: this.#pair.getPublicKey().toString('base64url'), auth: this.#auth.toString('base64url') }
  }

  /** RFC 8188, 2.1: salt, record size, key id (the sender's key), one record; RFC 8291, 3.4: its key. */
  read(body: Buffer): unknown {
    const salt = body.subarray(0, 16)
    const senderKey = body.subarray(21, 21 + body.readUInt8(20))
    const record = body.subarray(21 + senderKey.length)
    const shared = this.#pair.computeSecret(senderKey)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), senderKey])
    const ikm = Buffer.from(hkdfSync('sha256', shared, this.#auth, info, 32))
    const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16))
    const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12))
    const opener = createDecipheriv('aes-128-gcm', key, nonce)
    opener.setAuthTag(record.subarray(-16))
    const plain = Buffer.concat([opener.update(record.subarray(0, -16)), opener.final()])
    // The last record ends with a 2 and padding of zeros (RFC 8188, 2).
    const end = plain.lastIndexOf(2)
    return JSON.parse(plain.subarray(0, end).toString())
  }
}

export interface TakenPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service by RFC 8030: takes a message with a TTL for a subscription that it knows, refuses what is not signed by RFC 8292. */
export class PushService {
  readonly taken: TakenPush[] = []
  /** What it answers next, before it takes anything again. */
  readonly answers: { status: number; headers?: Record<string, string> }[] = []
  readonly #server: Server

  /** `onTaken` hands a message on, as a push service does to the browser that subscribed. */
  constructor(publicKey: () => string, onTaken: (taken: TakenPush) => void = () => {}) {
    this.#server = createServer((req, res) => {
      const chunks: Buffer[] = []
      req.on('data', (chunk: Buffer) => chunks.push(chunk))
      req.on('end', () => {
        const refused = this.answers.shift()
        const status = refused?.status ?? this.#judge(req.headers, publicKey())
        if (status === 201) {
          const taken = { path: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks) }
          this.taken.push(taken)
          onTaken(taken)
        }
        res.writeHead(status, refused?.headers ?? {}).end()
      })
    })
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.#server.close(resolve))
  }

  /** RFC 8030, 5.2: a TTL is needed; RFC 8292, 3 and 4.2: `vapid t=…, k=…`, signed with ES256 by the key of the subscription. */
  #judge(headers: IncomingHttpHeaders, publicKey: string): number {
    if (!/^\d+$/.test(String(headers.ttl))) return 400
    if (headers['content-encoding'] !== 'aes128gcm') return 415
    const [, token = '', key] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
    if (key !== publicKey) return 403
    const [head = '', claims = '', signature = ''] = token.split('.')
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      ...{ kty: 'EC', crv: 'P-256' },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const isFresh = exp > Date.now() / 1_000 && exp <= Date.now() / 1_000 + 86_400
    return isSigned && isFresh && aud === this.origin && /^(mailto|https):/.test(sub) ? 201 : 403
  }
}
