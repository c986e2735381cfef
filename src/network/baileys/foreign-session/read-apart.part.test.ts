import { Curve } from 'baileys'
import { expect, test } from 'vitest'
import {
  pairedCreds,
  toBytes,
  toWahaRows,
  toZip,
  writeFolder,
} from '../../../../test/support/foreign-session.ts'
import { readForeignSession } from './index.ts'
import { readSessionApart } from './read-apart.ts'

const creds = pairedCreds()
const KEYS = { 'pre-key': { 30: Curve.generateKeyPair() } }

/** As it comes out of another thread. */
const asSent = <T>(value: T): T => structuredClone(value)

test('a thread of its own reads the same, and tells the same reason of what cannot be used', async () => {
  const files = await writeFolder(creds, KEYS)
  const both = toBytes([...toWahaRows(files, 'shop'), ...toWahaRows(files, 'bar')])
  const read = await readSessionApart(toZip(files))
  expect(read).toMatchObject({ kind: 'session', skipped: 0, keys: [{ type: 'pre-key', id: '30' }] })
  expect(read).toEqual(asSent(readForeignSession(toZip(files))))
  expect(await readSessionApart(both, 'bar')).toEqual(asSent(readForeignSession(both, 'bar')))
  expect(await readSessionApart(both)).toMatchObject({
    kind: 'unusable',
    problem: { reason: 'SESSION_AMBIGUOUS' },
  })
})

test('what takes longer than it may is ended', async () => {
  const files = await writeFolder(creds, KEYS)
  expect(await readSessionApart(toZip(files), undefined, 1)).toMatchObject({
    kind: 'unusable',
    problem: { reason: 'SESSION_TOO_LARGE', params: { of: 'time' } },
  })
})
