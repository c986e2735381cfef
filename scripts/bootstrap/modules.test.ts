import { describe, expect, it } from 'vitest'
import { buildStamp, isInstalled } from './modules.mjs'
import { isNewEnough } from './runtime.mjs'

const MACHINE = { platform: 'linux', arch: 'x64' }
const A = { version: '1.0.0', integrity: 'sha512-a' }
const LINUX = { version: '2.0.0', integrity: 'sha512-l', optional: true, os: ['linux'], cpu: ['x64'] }
const DARWIN = { version: '2.0.0', integrity: 'sha512-d', optional: true, os: ['darwin'], cpu: ['x64'] }
const LOCKED = { '': {}, 'node_modules/a': A, 'node_modules/b-linux': LINUX, 'node_modules/b-darwin': DARWIN }
const INSTALLED = { 'node_modules/a': A, 'node_modules/b-linux': LINUX }

function check(installed: object, exists: (path: string) => boolean = () => true): boolean {
  return isInstalled(
    JSON.stringify({ packages: LOCKED }),
    JSON.stringify({ packages: installed }),
    MACHINE,
    exists,
  )
}

describe('packages installed by hand', () => {
  it('are used as they are when they match the lock file, builds for other platforms left out', () => {
    expect(check(INSTALLED)).toBe(true)
  })

  it('are not used when one has another version or other contents', () => {
    expect(check({ ...INSTALLED, 'node_modules/a': { ...A, version: '1.0.1' } })).toBe(false)
    expect(check({ ...INSTALLED, 'node_modules/a': { ...A, integrity: 'sha512-x' } })).toBe(false)
  })

  it('are not used when one is missing, gone from the disk, or no longer asked for', () => {
    expect(check({ 'node_modules/b-linux': LINUX })).toBe(false)
    expect(check(INSTALLED, (path) => path !== 'node_modules/a')).toBe(false)
    expect(check({ ...INSTALLED, 'node_modules/old': A })).toBe(false)
  })
})

describe('the stamp of an install', () => {
  it('changes with the lock file and with the major version of Node, not with the minor', () => {
    expect(buildStamp('lock', 'v26.9.0')).toBe(buildStamp('lock', 'v26.10.1'))
    expect(buildStamp('lock', 'v26.9.0')).not.toBe(buildStamp('lock', 'v24.9.0'))
    expect(buildStamp('lock', 'v26.9.0')).not.toBe(buildStamp('other', 'v26.9.0'))
  })
})

describe('the Node of this machine', () => {
  it.each([
    ['v18.20.8', false],
    ['v23.11.0', false],
    ['v24.6.0', false],
    ['v24.7.0', true],
    ['v25.0.0', true],
    ['v26.9.0', true],
  ])('%s is new enough: %s', (version, expected) => {
    expect(isNewEnough(version)).toBe(expected)
  })
})
