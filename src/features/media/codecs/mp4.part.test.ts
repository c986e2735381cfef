import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { buildMp4, type Mp4Shape } from '../../../../test/support/made-files.ts'
import { readMp4 } from './mp4.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'parley-mp4-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function read(bytes: Buffer) {
  const file = path.join(directory, 'file')
  writeFileSync(file, bytes)
  return readMp4(file)
}

test.each<[string, Mp4Shape, object]>([
  ['its pixels and seconds', {}, { width: 640, height: 360, seconds: 12, hasVideo: true, hasAudio: true }],
  [
    'the same with the index behind the data',
    { indexLast: true, size: 300_000 },
    { width: 640, seconds: 12 },
  ],
  ['pixels as shown when it was recorded upright', { isTurned: true }, { width: 360, height: 640 }],
  ['that it holds sound alone', { tracks: ['soun'] }, { hasVideo: false, hasAudio: true, seconds: 12 }],
])('a file says %s', async (_, shape, facts) => {
  expect(await read(buildMp4(shape))).toMatchObject(facts)
})

test('a file cut off anywhere, or of other bytes, is read without an error', async () => {
  const whole = buildMp4({ size: 10 })
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), async (cut, at, byte) => {
      const bytes = Buffer.from(whole)
      bytes[at] = byte
      await read(bytes.subarray(0, cut))
      await read(bytes)
    }),
    { numRuns: 200 },
  )
  expect(await read(Buffer.from('no such thing at all'))).toBeNull()
})
