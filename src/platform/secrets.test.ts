import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'
import { isSameSecret, openSecretBox, parseMasterKey, randomToken } from './secrets.ts'

const first = Buffer.alloc(32, 1)
const second = Buffer.alloc(32, 2)

describe('a secret box', () => {
  it('opens what it sealed, and seals the same text differently each time', () => {
    const box = createSecretBox([first])
    const sealed = box.seal('pässword', 'proxy:1')
    expect(box.open(sealed, 'proxy:1')).toBe('pässword')
    expect(box.seal('pässword', 'proxy:1')).not.toBe(sealed)
    expect(sealed).not.toContain('pässword')
  })

  it('does not open what was altered or moved to another place', () => {
    const box = createSecretBox([first])
    const sealed = box.seal('secret', 'proxy:1')
    const altered = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
    expect(() => box.open(altered, 'proxy:1')).toThrow()
    expect(() => box.open(sealed, 'proxy:2')).toThrow()
    expect(() => box.open('v1.00', 'proxy:1')).toThrow()
    expect(() => box.open('plain', 'proxy:1')).toThrow('not a sealed secret')
  })

  it('still opens old secrets after a new key was put in front', () => {
    const sealed = createSecretBox([first]).seal('old', 'x')
    const box = createSecretBox([second, first])
    expect(box.open(sealed, 'x')).toBe('old')
    expect(() => createSecretBox([second]).open(sealed, 'x')).toThrow('Put that key into MASTER_KEY')
  })
})

describe('the key file', () => {
  let dataDir = ''
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'parley-secrets-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('is made once, for the owner only, and used again', () => {
    const sealed = openSecretBox({ dataDir }).seal('s', 'x')
    expect(openSecretBox({ dataDir }).open(sealed, 'x')).toBe('s')
    expect(statSync(path.join(dataDir, 'master.key')).mode & 0o777).toBe(0o600)
  })

  it('gives way to MASTER_KEY', () => {
    const sealed = openSecretBox({ dataDir, masterKey: first.toString('hex') }).seal('s', 'x')
    expect(createSecretBox([first]).open(sealed, 'x')).toBe('s')
    expect(() => readFileSync(path.join(dataDir, 'master.key'))).toThrow('ENOENT')
  })

  it('is refused when it is empty instead of being replaced', () => {
    writeFileSync(path.join(dataDir, 'master.key'), '\n')
    expect(() => openSecretBox({ dataDir })).toThrow('Restore it from a backup')
  })
})

describe('secrets', () => {
  it('are compared by content', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true)
    expect(isSameSecret('abc', 'abd')).toBe(false)
    expect(isSameSecret('abc', 'abcd')).toBe(false)
  })

  it('are long and never the same', () => {
    expect(randomToken()).toMatch(/^[\w-]{43}$/)
    expect(randomToken()).not.toBe(randomToken())
  })

  it('of the wrong form are refused with what to write', () => {
    expect(() => parseMasterKey('abc')).toThrow('64 hexadecimal digits')
    expect(() => parseMasterKey('zz'.repeat(32))).toThrow('64 hexadecimal digits')
  })
})
