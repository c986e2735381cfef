import { EventEmitter } from 'node:events'
import { type BinaryNode, initAuthCreds } from 'baileys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForPairing, type Pairing } from './pairing.ts'

/** Everything that happens, in order: what is committed, shown, and sent. */
type Step = { committed: string } | { shown: string } | { sent: BinaryNode } | { usedUp: true }

let steps: Step[]
let ws: EventEmitter
let credentials: ReturnType<typeof initAuthCreds>
let pairing: Pairing

const settle = () => vi.advanceTimersByTimeAsync(0)
const shown = (): string[] => steps.flatMap((step) => ('shown' in step ? [step.shown] : []))
const partsOf = (qr = ''): string[] => qr.slice(qr.indexOf('#') + 1).split(',')

const refresh = (child: string | null, id = 'n1'): BinaryNode => ({
  tag: 'notification',
  attrs: { from: 's.whatsapp.net', type: 'companion_reg_refresh', id, t: '1785196800' },
  content: child === null ? [] : [{ tag: child, attrs: {} }],
})

const ACK = {
  tag: 'ack',
  attrs: { id: 'n1', to: 's.whatsapp.net', class: 'notification', type: 'companion_reg_refresh' },
}

const pairDevice: BinaryNode = {
  tag: 'iq',
  attrs: { from: 's.whatsapp.net', type: 'set', id: 'q1', xmlns: 'md' },
  content: [
    {
      tag: 'pair-device',
      attrs: {},
      content: ['2@one', '2@two'].map((ref) => ({ tag: 'ref', attrs: {}, content: Buffer.from(ref) })),
    },
  ],
}

async function give(stanza: BinaryNode): Promise<void> {
  ws.emit(stanza.tag === 'iq' ? 'CB:iq,type:set,pair-device' : 'CB:notification', stanza)
  await settle()
}

beforeEach(() => {
  vi.useFakeTimers()
  steps = []
  ws = new EventEmitter()
  credentials = initAuthCreds()
  pairing = listenForPairing({
    socket: {
      ws: ws as never,
      sendNode: async (sent) => void steps.push({ sent }),
      query: async () => {
        throw new Error('nothing is asked here')
      },
    },
    credentials,
    queryTimeoutMs: 1000,
    browser: ['Parley', 'Chrome', '1.0.0'],
    keys: {
      credentialsChanged() {},
      pendingCommit: async () => void steps.push({ committed: credentials.advSecretKey }),
    },
    onState: (state) => {
      if (state.kind === 'pairing') steps.push({ shown: state.qr })
    },
    onUsedUp: () => void steps.push({ usedUp: true }),
    onPasskeyFailed: () => undefined,
    onFailed: (error) => {
      throw error
    },
    now: Date.now,
  })
})

afterEach(() => {
  pairing.stop()
  vi.useRealTimers()
})

test('the references of the network are acknowledged and shown one after the other', async () => {
  await give(pairDevice)
  expect(steps[0]).toEqual({
    sent: { tag: 'iq', attrs: { to: 's.whatsapp.net', type: 'result', id: 'q1' } },
  })
  expect(partsOf(shown()[0])).toEqual([
    '2@one',
    Buffer.from(credentials.noiseKey.public).toString('base64'),
    Buffer.from(credentials.signedIdentityKey.public).toString('base64'),
    credentials.advSecretKey,
    '1',
  ])
  await vi.advanceTimersByTimeAsync(59_999)
  expect(shown()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(partsOf(shown()[1])[0]).toBe('2@two')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(steps.at(-1)).toEqual({ usedUp: true })
})

test.each(['companion_reg_refresh', 'pair-device-rotate-qr'])(
  'a refresh with %s makes a new secret, which is stored, then shown with the same reference, then acknowledged',
  async (child) => {
    await give(pairDevice)
    const before = credentials.advSecretKey
    steps = []
    await give(refresh(child))
    const secret = credentials.advSecretKey
    expect(secret).not.toBe(before)
    expect(Buffer.from(secret, 'base64')).toHaveLength(32)
    expect(steps).toEqual([{ committed: secret }, { shown: expect.any(String) }, { sent: ACK }])
    expect(partsOf(shown()[0]).filter((_, at) => at === 0 || at === 3)).toEqual(['2@one', secret])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(partsOf(shown().at(-1)).filter((_, at) => at === 0 || at === 3)).toEqual(['2@two', secret])
  },
)

test('several refreshes make several secrets, one after the other', async () => {
  await give(pairDevice)
  for (const id of ['n1', 'n2', 'n3']) ws.emit('CB:notification', refresh('companion_reg_refresh', id))
  await settle()
  expect(new Set(shown().map((qr) => partsOf(qr)[3])).size).toBe(4)
  expect(steps.flatMap((step) => ('sent' in step ? [step.sent.attrs.id] : []))).toEqual([
    'q1',
    'n1',
    'n2',
    'n3',
  ])
})

test('a refresh that comes before the first QR is in it', async () => {
  await give(refresh('companion_reg_refresh'))
  await give(pairDevice)
  expect(partsOf(shown()[0])[3]).toBe(credentials.advSecretKey)
  expect(shown()).toHaveLength(1)
})

test('a refresh with neither child, and one after the device is linked, are only acknowledged', async () => {
  await give(pairDevice)
  const before = credentials.advSecretKey
  steps = []
  await give(refresh(null))
  ws.emit('CB:iq,,pair-success', {})
  await give(refresh('companion_reg_refresh'))
  expect(credentials.advSecretKey).toBe(before)
  expect(steps).toEqual([{ sent: ACK }, { sent: ACK }])
})

test('a linked device shows no further QR', async () => {
  await give(pairDevice)
  ws.emit('CB:iq,,pair-success', {})
  await vi.advanceTimersByTimeAsync(200_000)
  expect(shown()).toHaveLength(1)
  expect(steps).not.toContainEqual({ usedUp: true })
})
