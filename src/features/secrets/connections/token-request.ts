import { createHash, sign } from 'node:crypto'
import type { ServiceAccount, TokenSettings } from './settings.ts'
import { parseKeyFile } from './settings.ts'

/** A POST to the address that gives out tokens. */
export interface TokenRequest {
  url: string
  headers: { name: string; value: string }[]
  body: string
}

/** What a token is asked for with, beside the credentials of the client. */
export type Grant =
  | { kind: 'own' }
  | { kind: 'refresh'; refreshToken: string }
  | { kind: 'code'; code: string; verifier: string; redirectUri: string }

/** The grant of RFC 7523, section 2.1. */
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Google takes an hour at most; it names the same for the token. */
const ASSERTION_SEC = 3_600

type OfClient = Exclude<TokenSettings, { kind: 'google_service_account' }>

/** RFC 6749: 4.4.2 own credentials, 6 refresh, 4.1.3 code with RFC 7636, 4.5. RFC 7523 for service accounts. */
export function buildTokenRequest(settings: TokenSettings, grant: Grant, nowSec: number): TokenRequest {
  if (settings.kind === 'google_service_account') {
    const account = parseKeyFile(settings.keyFile)
    const assertion = signAssertion(account, settings, nowSec)
    return toRequest(account.tokenUrl, { grant_type: JWT_BEARER, assertion }, [])
  }
  const { fields, headers } = buildClientAuth(settings)
  return toRequest(
    settings.tokenUrl,
    { ...settings.tokenParams, ...buildGrant(settings, grant), ...fields },
    headers,
  )
}

function buildGrant({ scope }: OfClient, grant: Grant): Record<string, string> {
  switch (grant.kind) {
    case 'own':
      return { grant_type: 'client_credentials', ...(scope ? { scope } : {}) }
    case 'refresh':
      return { grant_type: 'refresh_token', refresh_token: grant.refreshToken }
    case 'code':
      return {
        grant_type: 'authorization_code',
        code: grant.code,
        redirect_uri: grant.redirectUri,
        code_verifier: grant.verifier,
      }
  }
}

/** As `application/x-www-form-urlencoded` writes one value. */
const encodeForm = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/** RFC 6749, 2.3.1: id and secret are encoded before they are joined; a public client says its id in the body. */
function buildClientAuth({ clientId, clientSecret, clientAuth }: OfClient) {
  if (clientSecret === undefined) return { fields: { client_id: clientId }, headers: [] }
  if (clientAuth === 'body')
    return { fields: { client_id: clientId, client_secret: clientSecret }, headers: [] }
  const joined = `${encodeForm(clientId)}:${encodeForm(clientSecret)}`
  const value = `Basic ${Buffer.from(joined).toString('base64')}`
  return { fields: {}, headers: [{ name: 'Authorization', value }] }
}

function toRequest(
  url: string,
  fields: Record<string, string>,
  headers: TokenRequest['headers'],
): TokenRequest {
  const body = new URLSearchParams(fields).toString()
  const form = { name: 'Content-Type', value: 'application/x-www-form-urlencoded' }
  return { url, headers: [form, { name: 'Accept', value: 'application/json' }, ...headers], body }
}

const encodeJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The claims that Google asks for ("Using OAuth 2.0 for Server to Server Applications"), signed by RS256 (RFC 7518, 3.3). */
function signAssertion(
  { email, keyId, key, tokenUrl }: ServiceAccount,
  { scope, subject }: { scope: string; subject?: string | undefined },
  nowSec: number,
): string {
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) }
  const claims = {
    iss: email,
    scope,
    aud: tokenUrl,
    iat: nowSec,
    exp: nowSec + ASSERTION_SEC,
    ...(subject === undefined ? {} : { sub: subject }),
  }
  const signed = `${encodeJson(header)}.${encodeJson(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
}

export interface AgreementAsked {
  redirectUri: string
  state: string
  verifier: string
}

/** Where somebody is asked whether they agree: RFC 6749, 4.1.1, with the challenge of RFC 7636, 4.3. */
export function buildAgreementUrl(
  settings: Extract<TokenSettings, { kind: 'oauth2_code' }>,
  { redirectUri, state, verifier }: AgreementAsked,
): string {
  const url = new URL(settings.authorizeUrl)
  const fields = {
    ...settings.authorizeParams,
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    ...(settings.scope ? { scope: settings.scope } : {}),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
