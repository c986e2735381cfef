import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readForeignSession } from './index.ts'

/** Much is packed or counted: a busy machine takes long for it. */
const SLOW = { timeout: 120_000 }

const problemOf = (file: Uint8Array) => {
  const read = readForeignSession(file)
  return read.kind === 'unusable' ? read.problem : { reason: null }
}

test(
  'a zip that announces more than is unpacked is refused, and one that announces less fills no memory',
  SLOW,
  () => {
    const zip = zipSync({ 'creds.json': new Uint8Array(8 * 2 ** 20) }, { level: 1 })
    expect(zip.length).toBeLessThan(2 ** 17)
    const announcing = (size: number): Buffer => {
      const copy = Buffer.from(zip)
      copy.writeUInt32LE(size, copy.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24)
      return copy
    }
    expect(problemOf(announcing(70 * 2 ** 20))).toMatchObject({ reason: 'SESSION_TOO_LARGE' })
    expect(problemOf(announcing(10))).toMatchObject({ reason: 'SESSION_FILE_DAMAGED' })
  },
)

test(
  'a zip whose entries share their bytes, or that announces billions of them, is refused before it is unpacked',
  SLOW,
  () => {
    const shared = 4 * 2 ** 20
    const one = Buffer.from(zipSync({ 'creds.json': new Uint8Array(shared) }, { level: 0 }))
    const directory = one.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    const end = one.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
    const entry = Buffer.from(one.subarray(directory, end))
    // It says that nothing comes out of it, and holds all that was stored.
    entry.writeUInt32LE(0, 24)
    const many = Buffer.concat([
      one.subarray(0, directory),
      ...Array.from({ length: 20 }, () => entry),
      one.subarray(end),
    ])
    many.writeUInt16LE(20, many.length - 14)
    expect(problemOf(many)).toMatchObject({ reason: 'SESSION_TOO_LARGE' })

    const trailer = Buffer.from(one.subarray(end))
    const [locator, end64] = [Buffer.alloc(20), Buffer.alloc(56)]
    end64.writeUInt32LE(0x06064b50, 0)
    end64.writeUInt32LE(0xffffffff, 32)
    end64.writeUInt32LE(directory, 48)
    locator.writeUInt32LE(0x07064b50, 0)
    locator.writeUInt32LE(end, 8)
    expect(problemOf(Buffer.concat([one.subarray(0, end), end64, locator, trailer]))).toMatchObject({
      reason: 'SESSION_TOO_LARGE',
    })
  },
)

test(
  'a document of more values than a session can have is refused before anything is made of it',
  SLOW,
  () => {
    expect(problemOf(Buffer.from(`[${'0,'.repeat(4_000_000)}0]`))).toMatchObject({
      reason: 'SESSION_TOO_LARGE',
    })
    expect(problemOf(Buffer.from('1\n'.repeat(60_001)))).toMatchObject({ reason: 'SESSION_TOO_LARGE' })
  },
)
