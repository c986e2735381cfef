import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Address } from '../../core/addresses.ts'
import type { StatusCause } from '../../core/client/status-cause.ts'
import type {
  CloseReason,
  ConnectionState,
  CredentialStore,
  NetworkConnection,
  OpenOptions,
  PairingCodeOutcome,
} from '../../network/port.ts'
import { silentLog } from '../../platform/logger.ts'
import type { StatusChange } from '../client-record.ts'
import type { MovedIn } from './close-policy.ts'
import { ConnectionSupervisor } from './connection-supervisor.ts'

const CUT: StatusCause = { code: 'CUT', params: {} }
const me = { address: '551@s.whatsapp.net' as Address, lid: null, phoneNumber: '+551', pushName: null }

let isOurs: boolean

function createBench(options: { tookOver?: boolean; movedIn?: () => MovedIn } = {}) {
  const opened: OpenOptions[] = []
  const statuses: StatusChange[] = []
  const ends: string[] = []
  const clear = vi.fn(async () => undefined)
  const probe = vi.fn(async (_timeoutMs: number) => undefined)
  const requestCode = vi.fn<(socketId: string) => Promise<PairingCodeOutcome>>()
  const supervisor = new ConnectionSupervisor({
    clientId: 'c',
    target: { kind: 'whatsapp' },
    connector: {
      open(options) {
        opened.push(options)
        const socketId = `s${opened.length}`
        const pairing = { requestCode: () => requestCode(socketId) }
        return { socketId, close: async () => undefined, probe, pairing } as unknown as NetworkConnection
      },
    },
    credentials: { clear } as unknown as CredentialStore,
    log: silentLog,
    now: Date.now,
    random: () => 0,
    readSentMessage: async () => null,
    onEvents: async () => undefined,
    onStatus: (change) => statuses.push(change),
    onPaired: () => undefined,
    onOpen: () => undefined,
    onEnd: (how, code) => ends.push(`${how} ${code}`),
    mayOpen: () => isOurs,
    onQr: () => undefined,
    onLost: () => undefined,
    ...options,
  })
  const emitState = (state: ConnectionState) => opened.at(-1)?.handlers.onState(state)
  const drop = (reason: CloseReason) => emitState({ kind: 'closed', reason, cause: CUT, rawCode: 1 })
  return {
    supervisor,
    opened,
    probe,
    requestCode,
    statuses,
    ends,
    clear,
    emitState,
    drop,
    codes: () => statuses.map((s) => s.code),
  }
}

beforeEach(() => {
  isOurs = true
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a lost connection is opened again after growing pauses', async () => {
  const { supervisor, opened, emitState, drop } = createBench()
  supervisor.connect()
  emitState({ kind: 'open', me })
  expect(supervisor.current()).not.toBeNull()
  drop('connection_lost')
  expect(supervisor.current()).toBeNull()
  await vi.advanceTimersByTimeAsync(500)
  expect(opened).toHaveLength(2)
  drop('connection_lost')
  await vi.advanceTimersByTimeAsync(900)
  expect(opened).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(200)
  expect(opened).toHaveLength(3)
})

test('a long life of the connection forgets earlier failures', async () => {
  const { supervisor, opened, emitState, drop } = createBench()
  supervisor.connect()
  for (let i = 0; i < 4; i++) {
    drop('connection_lost')
    await vi.advanceTimersByTimeAsync(60_000)
  }
  emitState({ kind: 'open', me })
  await vi.advanceTimersByTimeAsync(31_000)
  const before = opened.length
  drop('connection_lost')
  await vi.advanceTimersByTimeAsync(500)
  expect(opened).toHaveLength(before + 1)
})

test('a restart the network asks for happens at once', async () => {
  const { supervisor, opened, drop } = createBench()
  supervisor.connect()
  drop('restart_required')
  await vi.advanceTimersByTimeAsync(0)
  expect(opened).toHaveLength(2)
})

test('a version that the network refuses is tried again by itself, after minutes', async () => {
  const { supervisor, opened, drop, codes } = createBench()
  supervisor.connect()
  drop('outdated')
  expect(codes()).toEqual(['OUTDATED'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(opened).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(opened).toHaveLength(2)
  drop('outdated')
  await vi.advanceTimersByTimeAsync(900_000)
  expect(opened).toHaveLength(3)
})

test('a replaced connection is never fought', async () => {
  const { supervisor, opened, drop, codes, ends } = createBench()
  supervisor.connect()
  drop('replaced')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(opened).toHaveLength(1)
  expect(codes()).toEqual(['REPLACED'])
  expect(ends).toEqual([])
})

test('replaced after a takeover, by the one who slept in the middle of a login, it tries once more and not again', async () => {
  const { supervisor, opened, emitState, drop, codes, ends } = createBench({ tookOver: true })
  supervisor.connect()
  emitState({ kind: 'open', me })
  isOurs = false
  drop('replaced')
  await vi.advanceTimersByTimeAsync(10_000)
  // Somebody else took it over in turn: then it is theirs.
  expect(opened).toHaveLength(1)
  isOurs = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect(opened).toHaveLength(2)
  expect(opened[1]?.mayConnect?.()).toBe(true)
  emitState({ kind: 'open', me })
  drop('replaced')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(opened).toHaveLength(2)
  expect(codes()).toEqual(['CONNECTED', 'CONNECTION_LOST', 'CONNECTED', 'REPLACED'])
  expect(ends).toEqual([])
})

test('replaced long after a takeover, it gives way like any other', async () => {
  const { supervisor, opened, emitState, drop, codes } = createBench({ tookOver: true })
  supervisor.connect()
  emitState({ kind: 'open', me })
  await vi.advanceTimersByTimeAsync(301_000)
  drop('replaced')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(opened).toHaveLength(1)
  expect(codes()).toEqual(['CONNECTED', 'REPLACED'])
})

test.for([
  ['pending', 'logged_out', 'IMPORT_REFUSED'],
  ['pending', 'replaced', 'IMPORT_CONFLICT'],
  ['taken', 'replaced', 'IMPORT_CONFLICT'],
  ['taken', 'logged_out', 'LOGGED_OUT'],
  ['pending', 'forbidden', 'FORBIDDEN'],
  [null, 'replaced', 'REPLACED'],
] as const)('the end of a session that was moved in (%s) by %s is told as %s', ([movedIn, reason, code]) => {
  const { supervisor, drop, codes } = createBench({ movedIn: () => movedIn })
  supervisor.connect()
  drop(reason)
  expect(codes()).toEqual([code])
})

test('a logout removes the credentials before the client ends', async () => {
  const { supervisor, drop, clear, ends } = createBench()
  supervisor.connect()
  drop('logged_out')
  await vi.advanceTimersByTimeAsync(0)
  expect(clear).toHaveBeenCalledTimes(1)
  expect(ends).toEqual(['end LOGGED_OUT'])
})

test('a device that was taken off logs in once more; a ban keeps its session and is told with its end', async () => {
  const { supervisor, opened, emitState, drop, clear, ends, statuses } = createBench()
  supervisor.connect()
  emitState({ kind: 'open', me })
  drop('device_removed')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(opened).toHaveLength(2)
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  emitState({
    kind: 'closed',
    reason: 'restricted',
    cause: { code: 'BANNED_FOR_NOW', params: { why: 'BLOCKED', until: null } },
    rawCode: 402,
    retryAfterMs: 3_600_000,
  })
  expect(statuses.slice(1)).toEqual([
    { code: 'DEVICE_REMOVED', cause: CUT, rawCode: 1 },
    {
      code: 'REMOVED_RESTRICTED',
      cause: { code: 'BANNED_FOR_NOW', params: { why: 'BLOCKED', until: endsAt } },
      rawCode: 402,
    },
  ])
  await vi.advanceTimersByTimeAsync(3_599_000)
  expect(opened).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(opened).toHaveLength(3)
  expect(clear).not.toHaveBeenCalled()
  drop('logged_out')
  await vi.advanceTimersByTimeAsync(0)
  expect(clear).toHaveBeenCalledTimes(1)
  expect(ends).toEqual(['end LOGGED_OUT'])
})

test('a lost lease ends the client without touching its credentials', async () => {
  const { supervisor, drop, clear, ends } = createBench()
  supervisor.connect()
  drop('lease_lost')
  await vi.advanceTimersByTimeAsync(0)
  expect(clear).not.toHaveBeenCalled()
  expect(ends).toEqual(['abandon STOPPED'])
})

test('the pairing string is there while it waits and gone once paired', () => {
  const { supervisor, emitState } = createBench()
  supervisor.connect()
  emitState({ kind: 'pairing', qr: 'QR-1', expiresAtMs: 1 })
  expect(supervisor.snapshot()).toMatchObject({ code: 'QR_WAITING', qr: 'QR-1', socketId: 's1' })
  emitState({ kind: 'paired', me })
  expect(supervisor.snapshot()).toMatchObject({ code: 'PAIRED', qr: null })
})

test('nothing is opened after close', async () => {
  const { supervisor, opened, drop } = createBench()
  supervisor.connect()
  drop('connection_lost')
  await supervisor.close()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(opened).toHaveLength(1)
})

test('while another host may own the client nothing is opened again, and soon after it is sure it is', async () => {
  const { supervisor, opened, emitState, drop } = createBench()
  supervisor.connect()
  emitState({ kind: 'open', me })
  isOurs = false
  drop('connection_lost')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(opened).toHaveLength(1)
  isOurs = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect(opened).toHaveLength(2)
})

test('a connection that hears something is not asked, a silent one is, and stays when it answers', async () => {
  const { supervisor, opened, probe, emitState } = createBench()
  supervisor.connect()
  emitState({ kind: 'open', me })
  await vi.advanceTimersByTimeAsync(25_000)
  await opened[0]?.handlers.onEvents([])
  await vi.advanceTimersByTimeAsync(25_000)
  expect(probe).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(probe).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(opened).toHaveLength(1)
  await supervisor.close()
})

test('a connection that gives no sign of life is replaced within 90 seconds', async () => {
  const { supervisor, opened, probe, codes, emitState } = createBench()
  probe.mockImplementation(
    (timeoutMs) => new Promise((_, reject) => setTimeout(reject, timeoutMs, new Error('silent'))),
  )
  supervisor.connect()
  emitState({ kind: 'open', me })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(opened).toHaveLength(2)
  expect(codes()).toEqual(['CONNECTED', 'CONNECTION_LOST'])
  emitState({ kind: 'open', me })
  expect(supervisor.current()?.socketId).toBe('s2')
  // The old one says late that it was closed: that is no news of the new one.
  opened[0]?.handlers.onState({ kind: 'closed', reason: 'closed_by_host', cause: CUT, rawCode: null })
  expect(supervisor.current()?.socketId).toBe('s2')
  await supervisor.close()
})

test('an account that may not write to strangers is shown as restricted while connected, and by itself no longer', async () => {
  const { supervisor, emitState, drop, statuses } = createBench()
  supervisor.restrict({ reason: 'REACH_OUT_RESTRICTED', untilMs: Date.now() + 25 * 86_400_000 })
  supervisor.connect()
  emitState({ kind: 'open', me })
  expect(supervisor.snapshot()).toMatchObject({
    code: 'REACH_OUT_RESTRICTED',
    cause: { code: 'RESTRICTED_UNTIL', params: { until: expect.stringMatching(/^\d{4}-/) } },
  })
  expect(supervisor.current()).not.toBeNull()
  drop('connection_lost')
  expect(supervisor.snapshot().code).toBe('CONNECTION_LOST')
  await vi.advanceTimersByTimeAsync(2_000)
  emitState({ kind: 'open', me })
  expect(supervisor.snapshot().code).toBe('REACH_OUT_RESTRICTED')
  // Longer than a timer can be set for. In one go: the looks for silence, one every five seconds, would have the promises
  // settled 430,000 times.
  vi.advanceTimersByTime(25 * 86_400_000)
  await vi.advanceTimersByTimeAsync(0)
  expect(supervisor.snapshot()).toMatchObject({ code: 'CONNECTED', cause: null })
  supervisor.restrict({ reason: 'NEW_CHAT_LIMIT', untilMs: Date.now() + 60_000 })
  supervisor.restrict(null)
  expect(statuses.map(({ code }) => code).slice(-3)).toEqual(['CONNECTED', 'NEW_CHAT_LIMIT', 'CONNECTED'])
  await supervisor.close()
  expect(vi.getTimerCount()).toBe(0)
}, 60_000)

test('a connection that leaves no time to type a code is replaced by one other, however many ask at once', async () => {
  const { supervisor, opened, requestCode, emitState } = createBench()
  const given = { code: 'ABCD1234', phoneNumber: '+447700900123', expiresAtMs: Date.now() + 180_000 }
  requestCode.mockImplementation(async (socketId) =>
    socketId === 's1' ? { kind: 'too_late' } : { kind: 'code', ...given },
  )
  supervisor.connect()
  emitState({ kind: 'pairing', qr: 'old', expiresAtMs: Date.now() + 20_000 })
  const asked = [
    supervisor.requestPairingCode('+447700900123'),
    supervisor.requestPairingCode('+447700900123'),
  ]
  await vi.advanceTimersByTimeAsync(100)
  expect(opened).toHaveLength(2)
  expect(supervisor.snapshot()).toMatchObject({ socketId: 's2', qr: null })
  emitState({ kind: 'pairing', qr: 'new', expiresAtMs: Date.now() + 60_000 })
  await vi.advanceTimersByTimeAsync(100)
  expect(await Promise.all(asked)).toEqual([given, given])
  expect(opened).toHaveLength(2)
  await supervisor.close()
})

test('a code is refused to a client that is linked, and to one that shows nothing to be linked with', async () => {
  const { supervisor, requestCode, emitState } = createBench()
  supervisor.connect()
  const asked = expect(supervisor.requestPairingCode('+447700900123')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    data: { reason: 'NOT_PAIRING' },
  })
  await vi.advanceTimersByTimeAsync(10_000)
  await asked
  emitState({ kind: 'open', me })
  await expect(supervisor.requestPairingCode('+447700900123')).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { reason: 'ALREADY_PAIRED' },
  })
  expect(requestCode).not.toHaveBeenCalled()
  await supervisor.close()
})
