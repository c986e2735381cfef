import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { errors, jwtVerify } from 'jose'

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** "The expiration time of the assertion … a maximum of 1 hour after the issued time." */
const MOST_SEC = 3_600

interface Refused {
  error: string
  error_description: string
}

/**
 * Gives out tokens as Google does for service accounts. Its rules are those of Google's "Using OAuth 2.0 for Server to Server
 * Applications" (HTTP/REST: claims `iss`, `scope`, `aud`, `exp` within an hour of `iat`, header `alg` RS256; errors `invalid_grant`,
 * `invalid_scope`) and of RFC 7523, 3 (audience, issuer, expiry, signature). The signature is checked by another library.
 */
export class GoogleTokenServer {
  readonly asked: { claims: Record<string, unknown>; keyId: string | undefined }[] = []
  /** Tokens that were given out. */
  readonly given = new Set<string>()
  url = ''
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #server = http.createServer((request, response) => {
    this.#handle(request, response).catch(() => response.destroy())
  })

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the server does not listen')
    this.url = `http://127.0.0.1:${address.port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** A key file in the form in which Google gives it out. */
  makeKeyFile(changes: Record<string, unknown> = {}): string {
    return JSON.stringify({
      type: 'service_account',
      project_id: 'shop',
      private_key_id: 'key-1',
      private_key: this.#keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: 'flows@shop.iam.gserviceaccount.com',
      client_id: '1234',
      token_uri: `${this.url}/token`,
      ...changes,
    })
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const refused = request.method === 'POST' ? await this.#refuse(form) : unknown('invalid_request')
    const token = `ya29.${randomBytes(24).toString('base64url')}`
    if (!refused) this.given.add(token)
    response.writeHead(refused ? 400 : 200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(refused ?? { access_token: token, expires_in: 3_599, token_type: 'Bearer' }))
  }

  async #refuse(form: URLSearchParams): Promise<Refused | null> {
    if (form.get('grant_type') !== GRANT) return unknown('unsupported_grant_type')
    try {
      const key = createPublicKey(this.#keys.privateKey)
      const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', key, {
        algorithms: ['RS256'],
        audience: `${this.url}/token`,
        issuer: 'flows@shop.iam.gserviceaccount.com',
        requiredClaims: ['iat', 'exp', 'scope'],
        maxTokenAge: MOST_SEC,
      })
      this.asked.push({ claims: { ...payload }, keyId: protectedHeader.kid })
      const { iat = 0, exp = 0, scope } = payload
      if (exp - iat > MOST_SEC) return unknown('invalid_grant')
      if (protectedHeader.typ !== 'JWT') return unknown('invalid_request')
      return typeof scope === 'string' && scope.includes('googleapis.com/auth/')
        ? null
        : unknown('invalid_scope')
    } catch (error) {
      if (error instanceof errors.JOSEError) return unknown('invalid_grant')
      throw error
    }
  }
}

const unknown = (error: string): Refused => ({ error, error_description: 'as Google would say' })
