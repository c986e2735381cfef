import type { Address } from '../../src/core/addresses.ts'
import type { MessageKey } from '../../src/core/conversation/message.ts'
import type { SendOutcome } from '../../src/core/conversation/send-outcome.ts'
import {
  type NetworkConnection,
  type NetworkConnector,
  NetworkMediaError,
  type OutgoingMessage,
  type PreparationParts,
} from '../../src/network/port.ts'
import { noChannels } from './fake-channels.ts'
import { noGroups } from './fake-groups.ts'
import { emptyLabels } from './fake-labels.ts'
import { noPersons } from './fake-persons.ts'
import { nobodyPresent } from './fake-presence.ts'
import { emptyProfile } from './fake-profile.ts'
import { openStatuses } from './fake-statuses.ts'

/** A connection that notes what it is asked and answers as the test says. */
export interface FakeConnection extends NetworkConnection {
  /** In the order of the calls. */
  readonly sent: (OutgoingMessage & { atMs: number })[]
  readonly read: MessageKey[]
  readonly checked: string[]
  readonly presences: string[]
  readonly chatChanges: object[]
  /** Numbers that are not on the network. */
  readonly unknownNumbers: Set<string>
  /** How the next sends end; by default each is acknowledged at once. */
  answer: (message: OutgoingMessage) => Promise<SendOutcome> | SendOutcome
}

/** A media server that has no files and takes none. */
const fakeMedia: NetworkConnection['media'] = {
  async upload() {
    throw new NetworkMediaError('refused', 'this network takes no files')
  },
  async *download() {
    yield* []
    throw new NetworkMediaError('gone', 'this network has no files')
  },
  async uploadOpen() {
    throw new NetworkMediaError('refused', 'this network takes no files')
  },
  async *downloadOpen() {
    yield* []
    throw new NetworkMediaError('gone', 'this network has no files')
  },
  async *downloadPicture() {
    yield* []
    throw new NetworkMediaError('gone', 'this network has no files')
  },
  async renew() {
    throw new NetworkMediaError('gone', 'this network has no files')
  },
  async check() {},
}

let connections = 0

export function createFakeConnection(nowMs: () => number = Date.now): FakeConnection {
  connections += 1
  const sent: FakeConnection['sent'] = []
  const read: MessageKey[] = []
  const checked: string[] = []
  const presences: string[] = []
  const chatChanges: object[] = []
  const unknownNumbers = new Set<string>()
  return {
    socketId: `socket-${connections}`,
    sent,
    read,
    checked,
    presences,
    chatChanges,
    unknownNumbers,
    answer: () => ({ kind: 'acked', atSec: Math.floor(nowMs() / 1000) }),
    async send(message) {
      const atMs = nowMs()
      try {
        await message.stored
      } catch {
        return { kind: 'not_sent', reason: 'encryption_failed', why: 'not stored' }
      }
      sent.push({ ...message, atMs })
      return this.answer(message)
    },
    async markRead(keys) {
      read.push(...keys)
    },
    async sendPresence(presence) {
      presences.push(presence)
    },
    async checkNumbers(numbers) {
      checked.push(...numbers)
      return numbers.map((phoneNumber) => {
        const exists = !unknownNumbers.has(phoneNumber)
        const address = `${phoneNumber.slice(1)}@s.whatsapp.net` as Address
        return { phoneNumber, exists, address: exists ? address : null, lid: null }
      })
    },
    media: fakeMedia,
    chats: {
      async archive(chat, isArchived, last) {
        chatChanges.push({ chat, isArchived, last: last.map(({ key }) => key.id) })
      },
      async label(chat, label) {
        chatChanges.push({ chat, label })
      },
      async mark(chat, mark) {
        chatChanges.push({ chat, mark })
      },
      async askHistory() {},
      labels: emptyLabels,
    },
    groups: noGroups,
    profile: emptyProfile,
    persons: noPersons,
    channels: noChannels,
    presence: nobodyPresent,
    statuses: openStatuses,
    profilePicture: async () => ({ state: 'none' }),
    createCallLink: async (call) => `https://calls.example/${call}`,
    groupTimerSec: async () => 0,
    memberAddress: async (_group, person) => person,
    route: null,
    pairing: null,
    memoryBytes: () => 1_000,
    async probe() {},
    async logout() {},
    async close() {},
  }
}

let ids = 0

/** Prepares contents as JSON text, so that a test can read what went on the wire. */
export const fakeConnector: Pick<
  NetworkConnector,
  'prepare' | 'newMessageId' | 'toJson' | 'readVote' | 'readFile' | 'isPaired' | 'readSession' | 'tryProxy'
> = {
  async prepare(content, parts = {}) {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...content, ...toPlain(parts) }))
    return { bytes, type: content.type, text: content.type === 'text' ? content.text : null }
  },
  newMessageId() {
    ids += 1
    return `3EB0${ids.toString(16).toUpperCase().padStart(18, '0')}`
  },
  readVote: () => null,
  readFile: () => null,
  isPaired: () => true,
  readSession: async () => ({
    kind: 'unusable',
    problem: { reason: 'SESSION_FILE_UNKNOWN', params: { found: 'no_session' } },
  }),
  async tryProxy() {},
  toJson: (bytes) => JSON.parse(decode(bytes)) as Record<string, unknown>,
}

/** The same parts with the bytes of other messages as text. */
function toPlain({ quoted, forwarded, ...rest }: PreparationParts): object {
  return {
    ...rest,
    ...(quoted ? { quoted: { ...quoted, bytes: decode(quoted.bytes) } } : {}),
    ...(forwarded ? { forwarded: decode(forwarded) } : {}),
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The texts that went on the wire, in order. */
export const textsOf = (connection: FakeConnection): unknown[] =>
  connection.sent.map(({ bytes }) => (JSON.parse(decode(bytes)) as { text?: unknown }).text)

/** Time that moves only when a test lets it: `sleep` wakes in order as `advance` passes its end. */
export interface ManualTime {
  nowMs(): number
  now(): Date
  sleep(ms: number, signal: AbortSignal): Promise<void>
  advance(ms: number): Promise<void>
  /** Sleepers right now. */
  sleeping(): number
}

export function createManualTime(startMs = 1_800_000_000_000): ManualTime {
  let current = startMs
  const sleepers = new Set<{ atMs: number; wake(): void }>()
  return {
    nowMs: () => current,
    now: () => new Date(current),
    sleeping: () => sleepers.size,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const sleeper = {
          atMs: current + ms,
          wake() {
            sleepers.delete(sleeper)
            resolve()
          },
        }
        sleepers.add(sleeper)
        signal.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        })
      })
    },
    async advance(ms) {
      const end = current + ms
      for (;;) {
        const next = [...sleepers].filter((s) => s.atMs <= end).sort((a, b) => a.atMs - b.atMs)[0]
        if (!next) break
        current = Math.max(current, next.atMs)
        next.wake()
        // Lets what woke go to sleep again before time goes on.
        await new Promise((resolve) => setImmediate(resolve))
      }
      current = end
    },
  }
}
