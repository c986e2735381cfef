import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

/** A request for a token as it came, without the credentials. */
export interface TokenAsked {
  grant: string
  hasBasic: boolean
}

export interface OAuthServerOptions {
  redirectUri: string
  /** How long access tokens live. Default: 3,600 s. */
  tokenSec?: number
}

const ACCOUNT = 'ana'
const SCOPE = 'openid offline_access orders'

/** Clients that are registered: with own credentials, in the name of people, and a public one. */
export const CLIENTS = {
  own: { clientId: 'own', clientSecret: 'own: secret+%' },
  code: { clientId: 'code', clientSecret: 'code secret' },
  open: { clientId: 'open' },
}

/**
 * An OAuth2 server that others wrote and that is certified (oidc-provider), on this machine: PKCE is demanded, refresh tokens are
 * changed at each use, and one that is used twice ends all that came of it. Below `/api` it has a resource that asks for a token.
 */
export class OAuthServer {
  readonly asked: TokenAsked[] = []
  /** Answers of the resource: status and the token it came with. */
  readonly served: { status: number; method: string; token: string }[] = []
  /** What people say when they are asked. */
  answer: 'agree' | 'refuse' = 'agree'
  /** The next requests for tokens are answered with this status. */
  readonly faults: number[] = []
  /** Requests for tokens wait for it. */
  gate: Promise<void> = Promise.resolve()
  url = ''
  #provider: Provider | undefined
  readonly #server = http.createServer((request, response) => {
    this.#handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  readonly #options: OAuthServerOptions

  constructor(options: OAuthServerOptions) {
    this.#options = options
  }

  get provider(): Provider {
    if (!this.#provider) throw new Error('the server does not listen')
    return this.#provider
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the server does not listen')
    this.url = `http://127.0.0.1:${address.port}`
    this.#provider = new Provider(this.url, await this.#configure())
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Ends an access token before its time, as its owner can. */
  async endToken(token: string): Promise<void> {
    const found =
      (await this.provider.ClientCredentials.find(token)) ?? (await this.provider.AccessToken.find(token))
    await found?.destroy()
  }

  /** Takes back what was agreed to. */
  async endAgreement(refreshToken: string): Promise<void> {
    await (await this.provider.RefreshToken.find(refreshToken))?.destroy()
  }

  /** Goes through the pages of the server as a browser does, and answers where it was sent back to. */
  async walk(address: string): Promise<URL> {
    const cookies = new Map<string, string>()
    let url = new URL(address)
    for (let step = 0; step < 10; step += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = answer.headers.get('location')
      if (location === null)
        throw new Error(`${url.pathname} answered ${answer.status}: ${await answer.text()}`)
      url = new URL(location, url)
      if (url.href.startsWith(this.#options.redirectUri)) return url
    }
    throw new Error('too many pages')
  }

  async #configure(): Promise<Configuration> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const { redirectUri, tokenSec = 3_600 } = this.#options
    const ofPeople = {
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [redirectUri],
      response_types: ['code' as const],
    }
    const { own, code, open } = CLIENTS
    return {
      clients: [
        {
          client_id: own.clientId,
          client_secret: own.clientSecret,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        },
        { ...ofPeople, client_id: code.clientId, client_secret: code.clientSecret },
        { ...ofPeople, client_id: open.clientId, token_endpoint_auth_method: 'none' },
      ],
      jwks: { keys: [await exportJWK(privateKey)] },
      cookies: { keys: ['tests'] },
      scopes: SCOPE.split(' '),
      features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
      pkce: { required: () => true },
      rotateRefreshToken: true,
      issueRefreshToken: async () => true,
      ttl: {
        AccessToken: tokenSec,
        ClientCredentials: tokenSec,
        Interaction: 600,
        Grant: 86_400,
        Session: 600,
      },
      findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
      interactions: { url: (_, { uid }) => `/agree/${uid}` },
    }
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.url)
    if (pathname.startsWith('/api')) return await this.#serve(request, response)
    if (pathname.startsWith('/agree/')) return await this.#ask(request, response)
    if (pathname === '/token') {
      const status = await this.#note(request)
      if (status !== undefined) return void response.writeHead(status).end()
    }
    await this.provider.callback()(request, response)
  }

  async #note(request: IncomingMessage): Promise<number | undefined> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const form = new URLSearchParams(text)
    this.asked.push({
      grant: form.get('grant_type') ?? '',
      hasBasic: request.headers.authorization?.startsWith('Basic ') ?? false,
    })
    // The provider reads a body that was read before it from here.
    Object.assign(request, { body: text })
    await this.gate
    return this.faults.shift()
  }

  async #ask(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await this.provider.interactionDetails(request, response)
    if (this.answer === 'refuse') {
      const refused = { error: 'access_denied', error_description: 'not wanted' }
      return await this.provider.interactionFinished(request, response, refused)
    }
    const grant = new this.provider.Grant({ accountId: ACCOUNT, clientId: String(params.client_id) })
    grant.addOIDCScope(SCOPE)
    const result = { login: { accountId: ACCOUNT }, consent: { grantId: await grant.save() } }
    await this.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  /** RFC 6750: without a good token, 401. */
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const found =
      (await this.provider.ClientCredentials.find(token)) ?? (await this.provider.AccessToken.find(token))
    const status = found?.isValid ? 200 : 401
    this.served.push({ status, method: request.method ?? '', token })
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ you: token }))
  }
}
