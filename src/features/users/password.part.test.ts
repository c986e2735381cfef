import { hashPassword as hashEarlier } from 'better-auth/crypto'
import { describe, expect, it } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

describe('a password', () => {
  it('is kept as a hash that says how it was made, never the same twice, and opens with itself alone', async () => {
    const [hash, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(hash).not.toBe(other)
    expect(await isPassword({ hash, password: 'correct horse' })).toBe(true)
    expect(await isPassword({ hash, password: 'correct horsf' })).toBe(false)
  })

  it('is the same however its letters are composed', async () => {
    const hash = await hashPassword('caf\u00e9')
    expect(await isPassword({ hash, password: 'cafe\u0301' })).toBe(true)
  })

  it('that an earlier version stored still opens', async () => {
    const hash = await hashEarlier('correct horse')
    expect(await isPassword({ hash, password: 'correct horse' })).toBe(true)
    expect(await isPassword({ hash, password: 'another horse' })).toBe(false)
  })

  it('agrees with the reference implementation', async () => {
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await isPassword({ hash, password: 'password' })).toBe(true)
  })
})
