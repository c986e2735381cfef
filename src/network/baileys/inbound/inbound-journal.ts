import { type BinaryNode, getBinaryNodeChild, proto } from 'baileys'
import type { JournalEntry } from '../../port.ts'
import { KEPT_FROM_US } from '../../translate/content.ts'
import { formatJournalStanza, journalIdOf } from '../../translate/journal.ts'
import type { StanzaAttrs } from '../../translate/wire.ts'
import { createRecentIds } from '../keys/bounded-cache.ts'
import type { KeyBatch } from '../keys/commit-queue.ts'
import type { SignalKeys } from '../keys/signal-keys.ts'

/** One encrypted part of a message that came in. */
export interface EncryptedPart {
  journalId: string
  attrs: StanzaAttrs
}

/** Joins a ciphertext to the stanza it came in, and its plaintext to the commit of the ratchet that read it. */
export interface InboundJournal {
  /**
   * To be called for every message stanza before the library handles it. What only the phone can open has nothing to
   * decrypt: it is recorded here, before the library tells the network that it came.
   */
  noteStanza(node: BinaryNode): void
  arrivalOf(ciphertext: Uint8Array): EncryptedPart | null
  /**
   * Commits the plaintext together with `batch` and hands it on after the commit. Does not wait for the commit, as nothing
   * that follows from the message is written to the wire before it, but waits while the host is behind.
   */
  record(arrival: EncryptedPart | null, paddedPlaintext: Uint8Array, batch: KeyBatch): Promise<void>
  /** Whether this very part was decrypted before, as far as this connection knows. */
  wasSeen(arrival: EncryptedPart | null): boolean
  noteDuplicate(arrival: EncryptedPart | null): void
  /** Entries of an earlier connection that are still in the store. */
  noteStored(entries: readonly JournalEntry[]): void
  /** The same, as they were noted. */
  stored(): readonly JournalEntry[]
}

export interface InboundJournalOptions {
  keys: SignalKeys
  onEntry: (entry: JournalEntry, attrs: StanzaAttrs) => void
  onDuplicate: (attrs: StanzaAttrs) => void
  whenWritable: () => Promise<void>
}

/** Ids remembered to tell a second delivery from a broken message. */
const MAX_SEEN = 4000

/** Takes off the 1 to 16 bytes that hide a message's length; the last one says how many they are. */
export function removePadding(padded: Uint8Array): Uint8Array {
  const count = padded[padded.length - 1] ?? 0
  if (count === 0 || count > padded.length) throw new Error('the padding of a decrypted message is damaged')
  return padded.subarray(0, padded.length - count)
}

/** Whether a message is one to be viewed once, of which linked devices get nothing. */
export const isForPhoneOnly = (node: BinaryNode): boolean =>
  getBinaryNodeChild(node, 'unavailable')?.attrs.type === 'view_once' && !getBinaryNodeChild(node, 'enc')

export function createInboundJournal(options: InboundJournalOptions): InboundJournal {
  const arrivals = new WeakMap<Uint8Array, EncryptedPart>()
  const seen = createRecentIds(MAX_SEEN)
  let stored: readonly JournalEntry[] = []

  function commit(arrival: EncryptedPart, plaintext: Uint8Array, batch: KeyBatch): void {
    seen.note(arrival.journalId)
    const entry: JournalEntry = { id: arrival.journalId, stanza: formatJournalStanza(arrival), plaintext }
    batch.journal.push(entry)
    options.keys.commit(batch).then(
      () => options.onEntry(entry, arrival.attrs),
      () => {},
    )
  }

  function recordKept({ attrs }: BinaryNode): void {
    const arrival: EncryptedPart = { journalId: journalIdOf(attrs, 0), attrs }
    if (seen.has(arrival.journalId)) return options.onDuplicate(attrs)
    const plaintext = proto.Message.encode(KEPT_FROM_US as proto.IMessage).finish()
    commit(arrival, plaintext, options.keys.newBatch())
  }

  return {
    noteStanza(node) {
      if (isForPhoneOnly(node)) return recordKept(node)
      if (!Array.isArray(node.content)) return
      let part = 0
      for (const child of node.content) {
        if (child.tag !== 'enc' || !(child.content instanceof Uint8Array)) continue
        arrivals.set(child.content, { journalId: journalIdOf(node.attrs, part++), attrs: node.attrs })
      }
    },
    arrivalOf: (ciphertext) => arrivals.get(ciphertext) ?? null,
    async record(arrival, paddedPlaintext, batch) {
      if (!arrival) return options.keys.commit(batch)
      commit(arrival, removePadding(paddedPlaintext), batch)
      await options.whenWritable()
    },
    wasSeen: (arrival) => arrival !== null && seen.has(arrival.journalId),
    noteDuplicate: (arrival) => arrival && options.onDuplicate(arrival.attrs),
    noteStored(entries) {
      stored = entries
      for (const { id } of entries) seen.note(id)
    },
    stored: () => stored,
  }
}
