import { describe, expect, it } from 'vitest'
import { isReadableByOthers, parseSigningRequest } from './signing-request.ts'

/** As the network was seen to ask in July 2026. */
const OPTIONS = {
  challenge: 'b2theS1jaGFsbGVuZ2Utb2YtMzItYnl0ZXMtLS0',
  timeout: 600_000,
  rpId: 'whatsapp.com',
  allowCredentials: [],
  userVerification: 'required',
  extensions: { uvm: true },
}

const optionsOf = (options: unknown) => parseSigningRequest({ clientName: 'Shop', options })?.options

describe('what a page asks to have signed', () => {
  it('is taken as the network sends it', () => {
    expect(optionsOf(OPTIONS)).toEqual(OPTIONS)
    const own = {
      challenge: 'AA',
      rpId: 'web.whatsapp.com',
      allowCredentials: [{ type: 'public-key', id: 'AQID', transports: ['internal', 'hybrid'] }],
      hints: ['hybrid'],
    }
    expect(optionsOf(own)).toEqual(own)
  })

  it('never has more signed or told than the network asks for', () => {
    const prf = { eval: { first: 'AAAA' } }
    expect(optionsOf({ ...OPTIONS, extensions: { uvm: true, prf, largeBlob: { read: true } } })).toEqual(
      OPTIONS,
    )
    const { extensions: _, ...without } = OPTIONS
    expect(optionsOf({ ...without, extensions: { prf }, mediation: 'silent', signal: {} })).toEqual(without)
  })

  it.each([
    ['another site', { ...OPTIONS, rpId: 'example.com' }],
    ['a site whose name ends alike', { ...OPTIONS, rpId: 'notwhatsapp.com' }],
    ['a name that is none', { ...OPTIONS, rpId: ['whatsapp.com'] }],
    ['no challenge', { ...OPTIONS, challenge: undefined }],
    ['a challenge in other letters', { ...OPTIONS, challenge: 'a+b/' }],
    ['a challenge without an end', { ...OPTIONS, challenge: 'A'.repeat(2_049) }],
    ['a credential of another kind', { ...OPTIONS, allowCredentials: [{ type: 'password', id: 'AQID' }] }],
    [
      'too many credentials',
      { ...OPTIONS, allowCredentials: Array(65).fill({ type: 'public-key', id: 'A' }) },
    ],
    ['a list', [OPTIONS]],
    ['nothing', null],
  ])('is refused for %s', (_, options) => {
    expect(parseSigningRequest({ clientName: 'Shop', options })).toBeNull()
  })

  it('names the client in one short line that cannot turn the writing around', () => {
    const nameOf = (clientName: unknown) => parseSigningRequest({ clientName, options: OPTIONS })?.clientName
    expect(nameOf('  Shop \u202e\u2066 pohS\n\u0000asks ')).toBe('Shop   pohS asks')
    expect(nameOf('n'.repeat(500))).toHaveLength(60)
    expect(nameOf(7)).toBeUndefined()
  })
})

it.each([
  ['https://parley.example.org', false],
  ['http://localhost:3000', false],
  ['http://parley.localhost', false],
  ['http://127.0.0.1:3000', false],
  ['http://[::1]:3000', false],
  ['http://192.168.1.4:3000', true],
  ['http://127.0.0.1.example.org', true],
  ['http://localhost.example.org', true],
])('whether others can read along on the way to %s is %s', (origin, isReadable) => {
  expect(isReadableByOthers(origin)).toBe(isReadable)
})
