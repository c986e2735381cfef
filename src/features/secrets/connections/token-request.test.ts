import { expect, test } from 'vitest'
import type { TokenSettings } from './settings.ts'
import { buildAgreementUrl, buildTokenRequest } from './token-request.ts'

const CLIENT = {
  tokenUrl: 'https://login.test/token',
  clientId: 's6BhdRkqt3',
  clientSecret: '7Fjfp0ZBr1KtDRbnfVdmIw',
  clientAuth: 'basic' as const,
}
const own: Extract<TokenSettings, { kind: 'oauth2_client' }> = { kind: 'oauth2_client', ...CLIENT }
const agreed = {
  kind: 'oauth2_code' as const,
  authorizeUrl: 'https://login.test/authorize?tenant=a',
  ...CLIENT,
}

const authorization = (settings: TokenSettings) =>
  buildTokenRequest(settings, { kind: 'own' }, 0).headers.find(({ name }) => name === 'Authorization')?.value

test('the credentials of the client stand in a header', () => {
  // RFC 6749, 2.3.1.
  expect(authorization(own)).toBe('Basic czZCaGRSa3F0Mzo3RmpmcDBaQnIxS3REUmJuZlZkbUl3')
})

test('id and secret are encoded as in a form before they are joined', () => {
  const value = authorization({ ...own, clientId: 'a:b', clientSecret: 'c d%' }) ?? ''
  expect(atob(value.slice('Basic '.length))).toBe('a%3Ab:c+d%25')
})

test('where they stand in the body, no field of the settings takes their place', () => {
  const settings: TokenSettings = {
    ...own,
    clientAuth: 'body',
    scope: 'orders',
    tokenParams: { audience: 'shop', grant_type: 'password', client_id: 'other' },
  }
  const { body, headers } = buildTokenRequest(settings, { kind: 'own' }, 0)
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    audience: 'shop',
    grant_type: 'client_credentials',
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
    scope: 'orders',
  })
  expect(headers.map(({ name }) => name)).toEqual(['Content-Type', 'Accept'])
})

test('a code goes with the verifier and the address that it was asked for with', () => {
  const grant = { kind: 'code' as const, code: 'c', verifier: 'v', redirectUri: 'https://parley.test/back' }
  const { body } = buildTokenRequest(agreed, grant, 0)
  expect(body).toBe(
    'grant_type=authorization_code&code=c&redirect_uri=https%3A%2F%2Fparley.test%2Fback&code_verifier=v',
  )
})

test('people agree at an address with the challenge of the verifier', () => {
  const asked = {
    redirectUri: 'https://parley.test/back',
    state: 'xyz',
    // RFC 7636, appendix B.
    verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  }
  const url = new URL(buildAgreementUrl({ ...agreed, authorizeParams: { state: 'mine' } }, asked))
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: 'a',
    response_type: 'code',
    client_id: CLIENT.clientId,
    redirect_uri: asked.redirectUri,
    state: 'xyz',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
})
