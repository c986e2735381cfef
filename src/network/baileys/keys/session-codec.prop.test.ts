import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SessionRecord, type SignalChain, type SignalRecord, type SignalSession } from './libsignal.ts'
import { decodeSessionRecord, encodeSessionRecord, pruneReceivingChains } from './session-codec.ts'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => Buffer.from(value))
const point = bytes(33)
const secret = bytes(32)

const chain: fc.Arbitrary<SignalChain> = fc.record({
  chainKey: fc.record({
    counter: fc.integer({ min: -1, max: 2 ** 31 - 1 }),
    key: fc.option(secret, { nil: undefined }),
  }),
  chainType: fc.constantFrom(1, 2),
  messageKeys: fc.dictionary(fc.nat(100_000).map(String), secret, { maxKeys: 5 }),
})

const chains = fc
  .uniqueArray(fc.tuple(point, chain), { maxLength: 12, selector: ([id]) => id.toString('base64') })
  .map((list) => Object.fromEntries(list.map(([id, value]) => [id.toString('base64'), value])))

const time = fc.integer({ min: -1, max: 2 ** 45 })
const pending = fc.record(
  { baseKey: point, signedKeyId: fc.nat(2 ** 24), preKeyId: fc.nat(2 ** 24) },
  { requiredKeys: ['baseKey', 'signedKeyId'] },
)

const session: fc.Arbitrary<SignalSession> = fc.record({
  registrationId: fc.nat(2 ** 32 - 1),
  currentRatchet: fc.record({
    ephemeralKeyPair: fc.record({ pubKey: point, privKey: secret }),
    lastRemoteEphemeralKey: point,
    previousCounter: fc.integer({ min: -1, max: 2 ** 31 - 1 }),
    rootKey: secret,
  }),
  indexInfo: fc.record({
    baseKey: point,
    baseKeyType: fc.constantFrom(1, 2),
    closed: time,
    used: time,
    created: time,
    remoteIdentityKey: point,
  }),
  pendingPreKey: fc.option(pending, { nil: undefined }),
  _chains: chains,
}) as fc.Arbitrary<SignalSession>

function toRecord(sessions: readonly SignalSession[]): SignalRecord {
  const record = new SessionRecord()
  for (const given of sessions) {
    const entry = Object.assign(SessionRecord.createEntry(), given)
    if (!given.pendingPreKey) delete entry.pendingPreKey
    record.sessions[given.indexInfo.baseKey.toString('base64')] = entry
  }
  return record
}

const records = fc
  .uniqueArray(session, { maxLength: 4, selector: ({ indexInfo }) => indexInfo.baseKey.toString('base64') })
  .map(toRecord)

test('every record reads back as what was written, in the form the library itself would store', () => {
  fc.assert(
    fc.property(records, (record) => {
      const read = decodeSessionRecord(encodeSessionRecord(record, 3))
      expect(read.serialize()).toEqual(record.serialize())
      expect(read.haveOpenSession()).toBe(record.haveOpenSession())
    }),
    { numRuns: 200 },
  )
})

test('a record in bytes is smaller than half of its JSON', () => {
  const [record] = fc.sample(
    records.filter(({ sessions }) =>
      Object.values(sessions).some(({ _chains }) => Object.keys(_chains).length > 4),
    ),
    1,
  )
  const json = JSON.stringify(record?.serialize())
  expect(encodeSessionRecord(record as SignalRecord, 3).length).toBeLessThan(json.length / 1.5)
})

test('pruning keeps the five newest receiving chains and every sending chain', () => {
  fc.assert(
    fc.property(records, (record) => {
      const before = structuredClone(Object.values(record.sessions).map(({ _chains }) => _chains))
      pruneReceivingChains(record)
      for (const [index, { _chains: left }] of Object.values(record.sessions).entries()) {
        const all = Object.entries(before[index] ?? {})
        const receiving = all.filter(([, { chainType }]) => chainType === 2).map(([id]) => id)
        const sending = all.filter(([, { chainType }]) => chainType !== 2).map(([id]) => id)
        expect(new Set(Object.keys(left))).toEqual(new Set([...receiving.slice(-5), ...sending]))
      }
    }),
  )
})

test('bytes of another form are refused with what to do', () => {
  expect(() => decodeSessionRecord(Buffer.of(3, 9, 0, 0))).toThrow('pair the client again')
})
