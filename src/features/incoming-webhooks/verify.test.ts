import { expect, test } from 'vitest'
import type { SignatureRule } from '../../core/flow/index.ts'
import { signWebhook } from '../webhooks/signature.ts'
import { isSignedCall } from './verify.ts'

const rule = (scheme: SignatureRule['scheme'], header: string, more: Partial<SignatureRule> = {}) =>
  ({ scheme, header, secret: 'shop', encoding: 'hex', prefix: '', ...more }) satisfies SignatureRule

const call = (headers: Record<string, string>, text: string, nowSec = 0) => ({
  headers,
  raw: Buffer.from(text),
  nowSec,
})

const GITHUB = rule('github', 'x-hub-signature-256')
const STRIPE = rule('stripe', 'stripe-signature')
const STANDARD = rule('standard_webhooks', 'webhook-signature')

/** docs.github.com, "Validating webhook deliveries", the values for testing. */
const ofGithub = {
  secret: "It's a Secret to Everybody",
  body: 'Hello, World!',
  headers: {
    'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  },
}

/** Signed by `openssl dgst -sha256 -hmac`, as Stripe publishes no vector. */
const ofStripe = {
  secret: 'whsec_test_of_the_owner',
  body: '{"id":"evt_1","type":"checkout.session.completed"}',
  sentSec: 1_700_000_000,
  signature: '5ebdabf16f34040bad94231cd5fef885d2f80c48c542ac84c28bba4d46a257d1',
}

/** The vector in the tests of the libraries of Standard Webhooks. */
const ofStandard = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  sentSec: 1_614_265_330,
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
}

test('the vector that GitHub publishes is taken, and with another body, secret or prefix it is not', () => {
  const { secret, body, headers } = ofGithub
  expect(isSignedCall(GITHUB, secret, call(headers, body))).toBe(true)
  expect(isSignedCall(GITHUB, secret, call(headers, 'Hello, World?'))).toBe(false)
  expect(isSignedCall(GITHUB, 'other', call(headers, body))).toBe(false)
  const bare = { 'x-hub-signature-256': headers['x-hub-signature-256'].slice('sha256='.length) }
  expect(isSignedCall(GITHUB, secret, call(bare, body))).toBe(false)
  expect(isSignedCall(GITHUB, secret, call({}, body))).toBe(false)
})

test('a signature of Stripe counts for five minutes, also beside one by another secret', () => {
  const { secret, body, sentSec, signature } = ofStripe
  const of = (text: string, at: number) =>
    isSignedCall(STRIPE, secret, call({ 'stripe-signature': text }, body, at))
  expect(of(`t=${sentSec},v1=${signature}`, sentSec)).toBe(true)
  expect(of(`t=${sentSec},v1=${'0'.repeat(64)},v1=${signature},v0=x`, sentSec + 300)).toBe(true)
  expect(of(`t=${sentSec},v1=${signature}`, sentSec + 301)).toBe(false)
  expect(of(`t=${sentSec},v1=${signature}`, sentSec - 301)).toBe(false)
  expect(of(`t=${sentSec + 1},v1=${signature}`, sentSec)).toBe(false)
  expect(of(`t=${sentSec},v0=${signature}`, sentSec)).toBe(false)
  expect(of(`v1=${signature}`, sentSec)).toBe(false)
})

test('the vector of Standard Webhooks is taken for five minutes, and what we sign ourselves', () => {
  const { secret, body, sentSec, headers } = ofStandard
  expect(isSignedCall(STANDARD, secret, call(headers, body, sentSec + 300))).toBe(true)
  expect(isSignedCall(STANDARD, secret, call(headers, body, sentSec + 301))).toBe(false)
  expect(isSignedCall(STANDARD, secret, call({ ...headers, 'webhook-id': 'msg_2' }, body, sentSec))).toBe(
    false,
  )
  const own = signWebhook({ id: 'evt_1', timestampSec: sentSec, body }, [`whsec_${btoa('other')}`, secret])
  const ours = Object.fromEntries(own.map(({ name, value }) => [name, value]))
  expect(isSignedCall(STANDARD, secret, call(ours, body, sentSec))).toBe(true)
  expect(isSignedCall(STANDARD, 'whsec_', call(ours, body, sentSec))).toBe(false)
})

test('a token is compared whole, with what stands before it', () => {
  const TOKEN = rule('token', 'authorization', { prefix: 'Bearer ' })
  expect(isSignedCall(TOKEN, 'abc', call({ authorization: 'Bearer abc' }, ''))).toBe(true)
  expect(isSignedCall(TOKEN, 'abc', call({ authorization: 'abc' }, ''))).toBe(false)
  expect(isSignedCall(TOKEN, '', call({ authorization: 'Bearer ' }, ''))).toBe(false)
})

test('an own header is read in hexadecimal or base64, as RFC 4231 signs its second case', () => {
  const body = 'what do ya want for nothing?'
  const hex = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
  const HEX = rule('hmac', 'x-signature')
  const BASE64 = rule('hmac', 'x-signature', { encoding: 'base64', prefix: 'v1:' })
  expect(isSignedCall(HEX, 'Jefe', call({ 'x-signature': hex.toUpperCase() }, body))).toBe(true)
  const base64 = Buffer.from(hex, 'hex').toString('base64')
  expect(isSignedCall(BASE64, 'Jefe', call({ 'x-signature': `v1:${base64}` }, body))).toBe(true)
  expect(isSignedCall(BASE64, 'Jefe', call({ 'x-signature': base64 }, body))).toBe(false)
  expect(isSignedCall(HEX, 'Jefe', call({ 'x-signature': base64 }, body))).toBe(false)
})
