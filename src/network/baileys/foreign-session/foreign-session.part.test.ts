import { type AuthenticationCreds, Curve, initAuthCreds, proto } from 'baileys'
import { SenderKeyRecord } from 'baileys/lib/Signal/Group/sender-key-record.js'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  ACCOUNT,
  pairedCreds,
  random,
  type SessionFiles,
  toBytes,
  toEvolutionRow,
  toRedisHash,
  toSingleDocument,
  toWahaRows,
  toZip,
  withoutCreds,
  writeFolder,
} from '../../../../test/support/foreign-session.ts'
import type { ReadSession } from '../../port.ts'
import { SessionRecord, type SignalRecord, type SignalSession } from '../keys/libsignal.ts'
import { decodeCredentials, decodeKeyValue } from '../keys/value-codec.ts'
import { readForeignSession } from './index.ts'

/** Much is read: a busy machine takes long for it. */
const SLOW = { timeout: 120_000 }
const GROUP_KEY = '447700900111-1600000000@g.us::123456789012345_1::3'

function makeRecord() {
  const record = new SessionRecord()
  const base = Buffer.concat([Buffer.of(5), random(32)])
  const entry: SignalSession = Object.assign(SessionRecord.createEntry(), {
    registrationId: 77,
    currentRatchet: {
      ephemeralKeyPair: { pubKey: Buffer.concat([Buffer.of(5), random(32)]), privKey: random(32) },
      lastRemoteEphemeralKey: Buffer.concat([Buffer.of(5), random(32)]),
      previousCounter: 4,
      rootKey: random(32),
    },
    indexInfo: {
      baseKey: base,
      baseKeyType: 2,
      closed: -1,
      used: 5,
      created: 4,
      remoteIdentityKey: Buffer.concat([Buffer.of(5), random(32)]),
    },
  })
  entry._chains[random(33).toString('base64')] = {
    chainKey: { counter: 9, key: random(32) },
    chainType: 2,
    messageKeys: { 3: random(32), 8: random(32) },
  }
  record.sessions[base.toString('base64')] = entry
  return record
}

const record = makeRecord()
const [appStateKey, preKey, identityKey, hash, token] = [
  random(32),
  Curve.generateKeyPair(),
  random(33),
  random(128),
  random(10),
]
const senderKey = Buffer.from(
  JSON.stringify([{ senderKeyId: 3, senderChainKey: { iteration: 0, seed: 'AA==' } }]),
)
const KEYS = {
  'pre-key': { 30: preKey },
  session: { '123456789012345_1.0': record.serialize(), '447700900111.2': record.serialize() },
  'sender-key': { [GROUP_KEY]: senderKey },
  'sender-key-memory': { '447700900111-1600000000@g.us': { '447700900111:2@s.whatsapp.net': true } },
  'app-state-sync-key': {
    'AAA/+w==': proto.Message.AppStateSyncKeyData.create({ keyData: appStateKey, timestamp: 1_600_000_000 }),
  },
  'app-state-sync-version': {
    critical_block: { version: 3, hash, indexValueMap: { 'a/b=': { valueMac: random(32) } } },
  },
  'lid-mapping': { 447700900111: '99123456789012345678', '99123456789012345678_reverse': '447700900111' },
  'device-list': { 447700900111: ['0', '2'] },
  tctoken: { __index: { token }, '447700900111@s.whatsapp.net': { token, timestamp: '1600000000' } },
  'identity-key': { '447700900111.0': identityKey },
}
const ALL = Object.entries(KEYS)
  .flatMap(([type, ids]) => Object.keys(ids).map((id) => `${type} ${id}`))
  .toSorted()

let creds: AuthenticationCreds
let files: SessionFiles
beforeAll(async () => {
  creds = pairedCreds()
  files = await writeFolder(creds, KEYS)
})

function usable(read: ReadSession): Extract<ReadSession, { kind: 'session' }> {
  if (read.kind !== 'session') throw new Error(JSON.stringify(read.problem))
  return read
}

const problemOf = (file: Uint8Array, wanted?: string) => {
  const read = readForeignSession(file, wanted)
  return read.kind === 'unusable' ? read.problem : { reason: null, params: null }
}

/** Everything of the session is there, as the connector reads it. */
function expectWhole(read: ReadSession): void {
  const session = usable(read)
  expect(session.skipped).toBe(0)
  expect(session.keys.map(({ type, id }) => `${type} ${id}`).toSorted()).toEqual(ALL)
  const readKey = (type: string, id: string) => {
    const key = session.keys.find((found) => found.type === type && found.id === id)
    return decodeKeyValue(type, key?.value ?? Buffer.of(0))
  }
  const login = decodeCredentials(session.credentials)
  expect(login.noiseKey.private).toEqual(Buffer.from(creds.noiseKey.private))
  expect(login.signedPreKey.signature).toEqual(Buffer.from(creds.signedPreKey.signature))
  expect(login.me).toEqual(creds.me)
  expect(login.nextPreKeyId).toBe(31)
  expect(Buffer.from(String(login.account?.accountSignature), 'base64')).toEqual(
    creds.account?.accountSignature,
  )
  const read2 = readKey('session', '447700900111.2') as typeof record
  expect(read2.serialize()).toEqual(record.serialize())
  expect(readKey('pre-key', '30')).toEqual({
    public: Buffer.from(preKey.public),
    private: Buffer.from(preKey.private),
  })
  expect(readKey('sender-key', GROUP_KEY)).toEqual(senderKey)
  expect((readKey('app-state-sync-key', 'AAA/+w==') as { keyData: Uint8Array }).keyData).toEqual(appStateKey)
  expect((readKey('app-state-sync-version', 'critical_block') as { hash: Buffer }).hash).toEqual(hash)
  expect(readKey('lid-mapping', '447700900111')).toBe('99123456789012345678')
  expect(readKey('device-list', '447700900111')).toEqual(['0', '2'])
  expect(readKey('tctoken', '447700900111@s.whatsapp.net')).toEqual({ token, timestamp: '1600000000' })
  expect(readKey('identity-key', '447700900111.0')).toEqual(identityKey)
  expect(session.me).toMatchObject({
    phoneNumber: '+447700900123',
    lid: '123456789012345@lid',
    pushName: 'Shop',
  })
  expect(session.identity).toMatch(/^[0-9a-f]{64}$/)
}

describe('layouts', () => {
  test('a folder of the library is read from a zip, wherever in it the folder lies', () => {
    expectWhole(readForeignSession(toZip(files)))
    expectWhole(readForeignSession(toZip(files, 'backup/auth_info_baileys/')))
  })

  test('a folder is read as one JSON document of names and contents', () => {
    expectWhole(readForeignSession(toBytes(Object.fromEntries(files))))
    const parsed = [...files].map(([name, text]) => [`auth/${name}`, JSON.parse(text) as unknown])
    const withNumbers = Object.fromEntries(parsed) as Record<string, unknown>
    expectWhole(readForeignSession(toBytes(withNumbers)))
  })

  test('one document with credentials and keys is read, by the names of types of today and of before', () => {
    const today = Object.fromEntries(
      Object.keys(KEYS)
        .toSorted()
        .toReversed()
        .map((type) => [type, type]),
    )
    expectWhole(readForeignSession(toBytes(toSingleDocument(files, today))))
    const before = {
      ...today,
      'pre-key': 'preKeys',
      session: 'sessions',
      'sender-key': 'senderKeys',
      'app-state-sync-key': 'appStateSyncKeys',
      'app-state-sync-version': 'appStateVersions',
      'sender-key-memory': 'senderKeyMemory',
    }
    const document = toSingleDocument(
      new Map([...files].filter(([name]) => !name.startsWith('app-state-sync-key'))),
      before,
    )
    const session = usable(readForeignSession(toBytes(document)))
    expect(session.keys).toHaveLength(ALL.length - 1)
  })

  test('the row of Evolution API is joined with its folder, its hash, or a folder of another name', () => {
    const row = toEvolutionRow(files, 'b2d6')
    const rowFile = new Map([['Session.json', JSON.stringify([row])]])
    const folder = [...withoutCreds(files)].map(([name, text]) => [`instances/b2d6/${name}`, text] as const)
    const read = readForeignSession(toZip(new Map([...rowFile, ...folder])))
    expectWhole(read)
    expect(read).toMatchObject({ source: 'evolution' })
    const { creds: _, ...keys } = toRedisHash(files)
    expectWhole(
      readForeignSession(toBytes({ 'row.json': JSON.stringify(row), 'hash.json': JSON.stringify(keys) })),
    )
    expectWhole(readForeignSession(toBytes(toRedisHash(files))))
  })

  test('the rows of WAHA are read as a list and as lines, and its files with what lies beside them', () => {
    const rows = toWahaRows(files, 'default')
    const read = readForeignSession(toBytes(rows))
    expectWhole(read)
    expect(read).toMatchObject({ source: 'waha' })
    expectWhole(readForeignSession(Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))))
    const beside = new Map([...files, ['.waha.session.config.json', '{"webhooks":[]}'], ['store.json', '7']])
    const fromFiles = readForeignSession(toZip(beside, 'noweb/default/'))
    expectWhole(fromFiles)
    expect(fromFiles).toMatchObject({ source: 'waha' })
  })

  test('a mapping that PostgreSQL took for a number is read as the text it was', () => {
    const rows = toWahaRows(files, 'default').map((row) =>
      row.key === 'lid-mapping-447700900111' ? { ...row, value: 123456789012345 } : row,
    )
    const { keys, skipped } = usable(readForeignSession(toBytes(rows)))
    const mapping = keys.find(({ type, id }) => type === 'lid-mapping' && id === '447700900111')
    expect(skipped).toBe(0)
    expect(decodeKeyValue('lid-mapping', mapping?.value ?? Buffer.of(0))).toBe('123456789012345')
  })

  test('a group’s key as earlier versions kept it becomes one that the library reads', async () => {
    const seeds = { chain: random(32), signing: random(33), skipped: random(32) }
    const state = {
      senderKeyId: 7,
      senderChainKey: { iteration: 4, seed: seeds.chain },
      senderSigningKey: { public: seeds.signing.toString('base64') },
      senderMessageKeys: [{ iteration: 2, seed: seeds.skipped }],
    }
    const older = await writeFolder(creds, { ...KEYS, 'sender-key': { [GROUP_KEY]: [state] } })
    const { keys, skipped } = usable(readForeignSession(toZip(older)))
    expect(skipped).toBe(0)
    const kept = keys.find(({ type }) => type === 'sender-key')
    const bytes = decodeKeyValue('sender-key', kept?.value ?? Buffer.of(0)) as Buffer
    const found = SenderKeyRecord.deserialize(bytes).getSenderKeyState(7)
    expect(found?.getSenderChainKey().getIteration()).toBe(4)
    expect(Buffer.from(found?.getSenderChainKey().getSeed() ?? [])).toEqual(seeds.chain)
    expect(found?.getSigningKeyPublic()).toEqual(seeds.signing)
    expect(Buffer.from(found?.removeSenderMessageKey(2)?.getSeed() ?? [])).toEqual(seeds.skipped)
  })

  test('of several sessions the named one is read, and without a name they are listed', async () => {
    const other = await writeFolder(pairedCreds(), KEYS)
    const both = toBytes([...toWahaRows(files, 'shop'), ...toWahaRows(other, 'bar')])
    expectWhole(readForeignSession(both, 'shop'))
    expect(problemOf(both)).toMatchObject({
      reason: 'SESSION_AMBIGUOUS',
      params: { count: 2, sessions: expect.stringContaining('shop, bar') },
    })
    expect(problemOf(both, 'baz')).toMatchObject({ reason: 'SESSION_NOT_IN_FILE' })
  })
})

describe('what cannot be used', () => {
  test('each problem has its own reason', async () => {
    const given = JSON.parse(files.get('creds.json') ?? '') as Record<string, { private: unknown }>
    const edited = (changes: Record<string, unknown>) =>
      toBytes({ ...Object.fromEntries(files), 'creds.json': { ...given, ...changes } })
    const mixed = { ...given.noiseKey, private: given.signedIdentityKey?.private }
    const cases: [file: Uint8Array, reason: string][] = [
      [Buffer.from('hello'), 'SESSION_FILE_UNKNOWN'],
      [Buffer.alloc(0), 'SESSION_FILE_UNKNOWN'],
      [Buffer.of(0xff, 0xfe, 1, 2), 'SESSION_FILE_UNKNOWN'],
      [toBytes({ hello: 1 }), 'SESSION_FILE_UNKNOWN'],
      [toBytes([1, null, 'x']), 'SESSION_FILE_UNKNOWN'],
      [Buffer.from('SQLite format 3\0 and more'), 'SESSION_FILE_UNKNOWN'],
      [Buffer.from('PARLEYSN\x01'), 'SESSION_FILE_UNKNOWN'],
      [Buffer.from('{"creds":{"noise'), 'SESSION_FILE_DAMAGED'],
      [toZip(files).subarray(0, 900), 'SESSION_FILE_DAMAGED'],
      [toZip(withoutCreds(files)), 'SESSION_CREDS_MISSING'],
      [toZip(new Map([['creds.json', files.get('creds.json') ?? '']])), 'SESSION_KEYS_MISSING'],
      [Buffer.from(files.get('creds.json') ?? ''), 'SESSION_KEYS_MISSING'],
      [toBytes(toEvolutionRow(files, 'a')), 'SESSION_KEYS_MISSING'],
      [toBytes({ ...Object.fromEntries(files), 'creds.json': '' }), 'SESSION_FILE_DAMAGED'],
      [edited({ signedIdentityKey: undefined }), 'SESSION_FILE_DAMAGED'],
      [edited({ noiseKey: mixed }), 'SESSION_FILE_DAMAGED'],
      [edited({ me: undefined }), 'SESSION_NOT_REGISTERED'],
      [edited({ account: undefined }), 'SESSION_NOT_REGISTERED'],
      [edited({ me: { id: '447700900123:1@example.org' } }), 'SESSION_OTHER_NETWORK'],
      [edited({ me: { id: '447700900123@s.whatsapp.net' } }), 'SESSION_OTHER_NETWORK'],
    ]
    for (const [file, reason] of cases) expect([reason, problemOf(file).reason]).toEqual([reason, reason])
    expect(problemOf(await toFresh())).toMatchObject({ reason: 'SESSION_NOT_REGISTERED' })
  })

  test('a name or a second address that cannot be stored is left out', () => {
    const given = JSON.parse(files.get('creds.json') ?? '') as object
    const me = { id: ACCOUNT, name: 'Sh\0op', lid: '1\0@lid' }
    const edited = toBytes({ ...Object.fromEntries(files), 'creds.json': { ...given, me } })
    expect(usable(readForeignSession(edited)).me).toMatchObject({ pushName: null, lid: null })
  })

  test('keys that cannot be read are left out and counted', () => {
    const given = { ...Object.fromEntries(files) }
    given['session-447700900111.2.json'] = '{"_sessions":{"x":{}}}'
    given['pre-key-30.json'] = '{"public":'
    given['session-5.0.json'] = JSON.stringify(record.serialize()).replace(
      /"rootKey":"[^"]+"/,
      `"rootKey":"${'A'.repeat(400)}"`,
    )
    expect(usable(readForeignSession(toBytes(given))).skipped).toBe(3)
  })

  test('a session of a long conversation keeps its newest chains, and one with a false chain is left out', () => {
    const long = makeRecord()
    const [entry] = Object.values(long.sessions)
    const chain = { chainKey: { counter: 1, key: random(32) }, chainType: 2, messageKeys: {} }
    const ids = Array.from({ length: 600 }, () => random(33).toString('base64'))
    for (const id of ids) if (entry) entry._chains[id] = chain
    const given = { ...Object.fromEntries(files) }
    given['session-6.0.json'] = JSON.stringify(long.serialize())
    if (entry) entry._chains[random(300).toString('base64')] = chain
    given['session-7.0.json'] = JSON.stringify(long.serialize())
    const read = usable(readForeignSession(toBytes(given)))
    expect(read.skipped).toBe(1)
    const kept = read.keys.find(({ type, id }) => type === 'session' && id === '6.0')
    const [decoded] = Object.values(
      (decodeKeyValue('session', kept?.value ?? Buffer.of(0)) as SignalRecord).sessions,
    )
    expect(Object.keys(decoded?._chains ?? {})).toEqual(ids.slice(-5))
  })

  test('the name of a session is told short, however long it is', () => {
    const both = toBytes([...toWahaRows(files, 'x'.repeat(5000)), ...toWahaRows(files, 'bar')])
    expect(JSON.stringify(problemOf(both).params).length).toBeLessThan(300)
  })

  test('deep nesting and names that mean something to JavaScript are only data', () => {
    const deep = `{"creds.json":${'['.repeat(5000)}${']'.repeat(5000)}}`
    expect(problemOf(Buffer.from(deep)).reason).toMatch(/^SESSION_FILE_/)
    const trap = `{"__proto__":{"creds":{}},"creds.json":{"__proto__":{"me":1}},"session-__proto__":{},"constructor":1}`
    expect(problemOf(Buffer.from(trap)).reason).toMatch(/^SESSION_FILE_/)
    expect(({} as { me?: unknown }).me).toBeUndefined()
  })

  test('damaged bytes are answered with a reason or read, whatever was damaged', SLOW, () => {
    const whole = [toZip(files), toBytes(toWahaRows(files, 'a')), toBytes(Object.fromEntries(files))]
    for (let round = 0; round < 300; round += 1) {
      const read = readForeignSession(damage(whole[round % whole.length] ?? Buffer.of(0)))
      if (read.kind === 'unusable') expect(read.problem.reason).toMatch(/^SESSION_/)
      else for (const { type, value } of read.keys) decodeKeyValue(type, value)
    }
  })
})

let seed = 20_261_123
/** The same numbers in every run, so that a failure can be repeated. */
function next(below: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return seed % below
}

/** Some bytes altered, and every fourth time the end missing. */
function damage(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes)
  for (let change = 0; change <= next(6); change += 1) copy[next(copy.length)] = next(256)
  return next(4) === 0 ? copy.subarray(0, next(copy.length)) : copy
}

async function toFresh(): Promise<Uint8Array> {
  return toZip(await writeFolder(initAuthCreds(), KEYS))
}
