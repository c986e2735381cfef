import { isOfMany, STATUS_ADDRESS } from '../../../core/addresses.ts'
import type { ConversationEvent } from '../../../core/conversation/flow-event.ts'
import type { Executor, Transaction } from '../../../db/transaction.ts'
import type { InboundMessage, NetworkConnector, NetworkEvent, ReceivedFile } from '../../../network/port.ts'
import {
  type ContactCache,
  type MergedContact,
  type ResolvedContacts,
  resolveContacts,
} from '../../contacts/index.ts'
import { type ChatTimers, noteTimers } from '../records/chat-timers.ts'
import { addReceipt, mergeReceipts, type ReceiptSummary, rankOf } from '../records/message-status.ts'
import { endHistoryRequest } from '../records/network/history-requests.ts'
import type { Holding, OwnedClient } from '../records/owned-client.ts'
import { storeBlocklist } from '../records/people/blocklist.ts'
import type { ReachOutNews } from '../records/reach-out-news.ts'
import type { StoredWords } from '../records/stored-words.ts'
import {
  type ArrivedChange,
  type CollectedEvents,
  collectEvents,
  receiptKey,
  toChangeHints,
  toPerson,
} from './arrival.ts'
import { type StoredCall, storeCalls } from './calls.ts'
import { applyChatNotices } from './chat-notices.ts'
import type { EarlyChanges } from './early/early-changes.ts'
import type { EarlyReceipts } from './early/early-receipts.ts'
import { logGroupNotices } from './group-notices.ts'
import { type ArrivedEvent, inArrivalOrder } from './happenings/arrived-events.ts'
import { listArrivedCalls, withoutOverCalls } from './happenings/call-events.ts'
import { applyChanges } from './happenings/changes.ts'
import { logChannelNotices } from './happenings/channel-notices.ts'
import { listGroupEvents } from './happenings/group-events.ts'
import { applyPictureNotices } from './happenings/picture-notices.ts'
import { partsInOrder } from './happenings/told-in-order.ts'
import { noteMemberReceipts } from './member-receipts.ts'
import { type Arrival, applyReceipts, type StoredId, storeArrived } from './message-rows.ts'
import { logProfileNotices } from './profile-notices.ts'
import { applyMutedStatuses } from './statuses/muted.ts'
import { noteStatusReplies } from './statuses/replies.ts'
import { noteStatusReceipts } from './statuses/seen.ts'
import { isOver } from './statuses/statuses.ts'
import { toMessageEvent } from './to-flow-event.ts'
import { withoutNuls } from './without-nul.ts'

export interface ApplyDeps {
  contacts: ContactCache
  early: EarlyReceipts
  earlyChanges: EarlyChanges
  words: StoredWords
  timers?: Pick<ChatTimers, 'forget'>
  now(): number
  /** Called after the commit with our own messages the network has shown to have. */
  confirm(clientId: string, messageIds: readonly string[], atSec: number): void
  /** Called after the commit with our own messages of which somebody confirmed or the network took back the delivery. */
  delivered(clientId: string, messageIds: readonly string[]): void
  /** Called after the commit with what the batch means for sends to strangers. */
  reachOut(clientId: string, news: ReachOutNews): void
  /** Called after the commit: the client did something. */
  touch(clientId: string): void
  /** Called after the commit: these people were two contacts each. */
  noteMerged(clientId: string, merged: ResolvedContacts['merged']): void
  readVote: NetworkConnector['readVote']
  /** Notes the files of new messages, to be downloaded after the commit; answers their media ids by seq. */
  noteFiles?(
    tx: Transaction,
    clientId: string,
    files: { seq: number; file: ReceivedFile }[],
  ): Promise<Map<number, string>>
  filesNoted?(clientId: string): void
}

/** What a batch of network events changed. */
export interface Applied {
  /** What is new for flows, in order; nothing that was stored before. */
  events: ConversationEvent[]
  /** Calls that began or ended, in order; nothing that was stored before. */
  calls: StoredCall[]
  contactsMerged: MergedContact[]
  /** Call it once the transaction has committed: it drops what caches may hold of before. */
  committed(): void
}

/**
 * Stores a batch of network events in the caller's transaction. The same batch may come again: what is stored
 * already changes nothing and is not reported as new. Call `committed()` of the answer after the commit. Rejects with
 * `LeaseLostError` when messages of the journal are among them and `holding` is over; null does not ask.
 */
export async function applyEvents(
  deps: ApplyDeps,
  tx: Transaction,
  client: OwnedClient,
  events: readonly NetworkEvent[],
  holding: Holding | null = null,
): Promise<Applied> {
  const told = events.map(withoutNuls)
  const whole = collectEvents(client, told)
  const ids = whole.messages.map(({ key }) => key.id)
  const waiting = await deps.earlyChanges.find(tx, client.id, ids)
  const hints = [...whole.hints, ...waiting.flatMap(toChangeHints)]
  const contacts = await resolveContacts(tx, client.id, hints, deps.contacts)
  const parts = partsInOrder(told, contacts.idOf)
  const done: AppliedPart[] = []
  for (const part of parts) {
    const collected = parts.length === 1 ? whole : collectEvents(client, part)
    const earlier = [...waiting, ...done.flatMap(({ earlyChanges }) => earlyChanges)]
    done.push(await applyPart(deps, tx, client, { collected, contacts, holding, waiting: earlier }))
  }
  const of = <T>(list: (part: AppliedPart) => readonly T[]): T[] => done.flatMap(list)
  // What waited for a message of this batch was carried out with it, or it was stored before.
  const still = of((part) => part.earlyChanges).filter(({ target }) => !ids.includes(target.id))
  const noteEarly = await deps.earlyChanges.settle(tx, client.id, { carriedOut: waiting, waiting: still })
  return {
    events: withoutOverCalls(of((part) => part.events)),
    calls: of((part) => part.calls),
    contactsMerged: contacts.merged,
    committed() {
      const early = of((part) => part.early)
      deps.early.remove(client.id, early)
      deps.early.add(
        client.id,
        of((part) => part.unmatched),
      )
      noteEarly()
      if (contacts.merged.length > 0) deps.noteMerged(client.id, contacts.merged)
      const moved = contacts.merged.flatMap(({ from, to }) => [from, to])
      deps.timers?.forget(client.id, [...of((part) => part.timedChats), ...moved])
      confirmSends(
        deps,
        client.id,
        whole,
        of((part) => part.messages.echoes),
      )
      notifyReachOut(
        deps,
        client.id,
        whole,
        of((part) => part.messages.arrivals),
      )
      if (done.some(({ messages }) => messages.hasFiles)) deps.filesNoted?.(client.id)
      deps.touch(client.id)
    },
  }
}

/** What is stored together, and what is known of it. */
interface Batch {
  collected: CollectedEvents
  contacts: ResolvedContacts
  holding: Holding | null
  /** Changes that came before their messages, in batches or parts before this one. */
  waiting: readonly ArrivedChange[]
}

interface AppliedPart extends Pick<Applied, 'events' | 'calls'> {
  messages: StoredMessages
  /** Receipts that came before their message, which is stored now. */
  early: ReceiptSummary[]
  /** Those whose message is not stored yet. */
  unmatched: ReceiptSummary[]
  /** Changes whose message is not stored yet. */
  earlyChanges: ArrivedChange[]
  timedChats: string[]
}

async function applyPart(
  deps: ApplyDeps,
  tx: Transaction,
  client: OwnedClient,
  batch: Batch,
): Promise<AppliedPart> {
  const { collected, contacts } = batch
  const messages = await storeMessages(deps, tx, client.id, batch)
  await noteStatusReplies(tx, client, messages.fresh)
  const early = deps.early.find(client.id, messages.storedSends)
  await noteMemberReceipts(tx, client.id, collected.memberReceipts, contacts.idOf)
  await noteStatusReceipts(tx, client, collected.statusReceipts, contacts.idOf)
  const timers = toTimers(collected, contacts)
  await noteTimers(tx, client.id, timers)
  await logGroupNotices(tx, client, collected.groupNotices, contacts.idOf)
  const ofGroups = await listGroupEvents(tx, client, collected.groupNotices, contacts)
  if (collected.blocked) await storeBlocklist(tx, client.id, collected.blocked, contacts.idOf)
  const changedCalls = await storeCalls(tx, client.id, collected.calls, contacts.idOf)
  await logProfileNotices(tx, client, collected.profileNotices)
  await applyPictureNotices(tx, client, collected)
  await logChannelNotices(tx, client, collected.channelNotices)
  await applyChatNotices(tx, client, collected.chatNotices, contacts.idOf)
  await applyMutedStatuses(tx, client.id, collected.chatNotices, contacts.idOf)
  for (const answer of collected.historyAnswers) await endHistoryRequest(tx, client.id, answer)
  const unmatched = await receive(tx, deps.words, client.id, collected, messages.echoes, early)

  const changes = { changes: collected.changes, waiting: batch.waiting, fresh: messages.fresh }
  const changed = await applyChanges(deps, tx, client, changes, contacts)
  // Nobody is to be answered what they took back before it could be read.
  const toAnswer = messages.fresh.filter(({ message }) => !changed.takenBack.has(message.key.id))
  const news = toAnswer.flatMap((arrival): ArrivedEvent[] =>
    toMessageEvent(client, arrival, messages.mediaIds?.get(arrival.seq) ?? null, contacts).map((event) => ({
      ...{ of: arrival.message, event },
    })),
  )
  news.push(...changed.news, ...ofGroups, ...(await listArrivedCalls(tx, client, changedCalls)))
  return {
    ...{ messages, early, unmatched, earlyChanges: changed.early },
    events: inArrivalOrder(news, collected.places),
    calls: changedCalls.map(({ call }) => call),
    timedChats: timers.map(({ chat }) => chat),
  }
}

/** One of a chat of two moves its messages along and touches nothing else: one statement, which is a transaction of its own. */
export const isPlainReceipt = (event: NetworkEvent): boolean =>
  event.kind === 'receipt' && !isOfMany(event.receipt.chat)

/** `applyEvents` for events of which `isPlainReceipt` is true. */
export async function applyPlainReceipts(
  deps: ApplyDeps,
  db: Executor,
  client: OwnedClient,
  events: readonly NetworkEvent[],
): Promise<Pick<Applied, 'committed'>> {
  const collected = collectEvents(client, events.map(withoutNuls))
  const unmatched = await receive(db, deps.words, client.id, collected, [], [])
  return {
    committed() {
      deps.early.add(client.id, unmatched)
      confirmSends(deps, client.id, collected, [])
      deps.touch(client.id)
    },
  }
}

/** The messages of a batch, and what of them was new. */
interface StoredMessages {
  arrivals: readonly Arrival[]
  fresh: readonly (Arrival & { seq: number })[]
  /** Our own ones that were stored before: their coming back shows that the network has them. */
  echoes: readonly Arrival[]
  /** Ids of our own ones that are new here. */
  storedSends: string[]
  hasFiles: boolean
  /** By the number of their row. */
  mediaIds: ReadonlyMap<number, string> | undefined
}

async function storeMessages(
  deps: ApplyDeps,
  tx: Transaction,
  clientId: string,
  batch: Batch,
): Promise<StoredMessages> {
  const { collected, contacts, holding } = batch
  const nowMs = deps.now()
  const arrivals = collected.messages
    .filter((message) => !isOver(message, nowMs))
    .map((message) => toArrival(message, contacts))
  const stored =
    arrivals.length + collected.journalIds.length === 0
      ? []
      : await storeArrived(tx, clientId, collected.journalIds, arrivals, holding)
  const fresh = findNew(arrivals, stored)
  const files = fresh.flatMap(({ message: { file, origin }, chat, seq }) =>
    // Those of the history and of statuses are downloaded when somebody asks for them.
    file && origin !== 'history' && chat !== STATUS_ADDRESS ? [{ seq, file }] : [],
  )
  const mediaIds = files.length > 0 ? await deps.noteFiles?.(tx, clientId, files) : undefined
  const known = new Set(stored.map(identityOf))
  const echoes = arrivals.filter(
    (arrival) => arrival.message.key.fromMe && !known.has(identityOf(toId(arrival))),
  )
  const storedSends = stored.filter((row) => row.fromMe).map((row) => row.id)
  return { arrivals, fresh, echoes, storedSends, hasFiles: files.length > 0, mediaIds }
}

/** The timers of disappearing messages, by the chat they are of. */
function toTimers(collected: CollectedEvents, contacts: ResolvedContacts) {
  return collected.timers.map(({ chat, chatAddresses, expirationSec, atSec }) => {
    const { phone, lid } = toPerson(chatAddresses, chat)
    return { chat: contacts.idOf(phone ?? lid ?? chat), expirationSec, atSec }
  })
}

const identityOf = ({ id, chat, fromMe }: StoredId): string => `${fromMe ? '>' : '<'}${id}/${chat}`

const toId = ({ message, chat }: Arrival): StoredId => ({ ...message.key, chat })

/** The messages that were stored now, with the number of their row. One that is twice in a batch is new once. */
function findNew(
  arrivals: readonly Arrival[],
  stored: readonly (StoredId & { seq: number })[],
): (Arrival & { seq: number })[] {
  const seqs = new Map(stored.map((row) => [identityOf(row), row.seq]))
  return arrivals.flatMap((arrival) => {
    const identity = identityOf(toId(arrival))
    const seq = seqs.get(identity)
    seqs.delete(identity)
    return seq === undefined ? [] : [{ ...arrival, seq }]
  })
}

/** Advances statuses. Answers the receipts of ours whose message is not stored yet. */
async function receive(
  tx: Executor,
  words: StoredWords,
  clientId: string,
  collected: CollectedEvents,
  echoes: readonly Arrival[],
  early: readonly ReceiptSummary[],
): Promise<ReceiptSummary[]> {
  const receipts = new Map(collected.receipts)
  // An echo proves that the server has the message.
  for (const { message } of echoes) {
    const {
      atSec,
      key: { id },
    } = message
    const key = receiptKey(id, true)
    receipts.set(key, addReceipt(receipts.get(key), { id, fromMe: true, kind: 'server', atSec }))
  }
  for (const receipt of early) {
    const key = receiptKey(receipt.id, true)
    receipts.set(key, mergeReceipts(receipts.get(key), receipt))
  }
  if (receipts.size === 0) return []
  const found = await applyReceipts(tx, words, clientId, [...receipts.values()])
  for (const { id, fromMe } of found) receipts.delete(receiptKey(id, fromMe))
  return [...receipts.values()].filter((receipt) => receipt.fromMe && receipt.rank > 0)
}

function confirmSends(
  deps: ApplyDeps,
  clientId: string,
  collected: CollectedEvents,
  echoes: readonly Arrival[],
): void {
  const proven = [...collected.receipts.values()].filter((receipt) => receipt.fromMe && receipt.rank > 0)
  const ids = [...proven, ...collected.statusReceipts].map(({ id }) => id)
  ids.push(...echoes.map(({ message }) => message.key.id))
  if (ids.length > 0) deps.confirm(clientId, ids, Math.floor(deps.now() / 1000))
  const ends = [...collected.receipts.values()].filter(
    ({ fromMe, rank }) => fromMe && (rank === 0 || rank >= rankOf('DELIVERY_ACK')),
  )
  const members = collected.memberReceipts
  if (ends.length + members.length > 0)
    deps.delivered(
      clientId,
      [...ends, ...members].map(({ id }) => id),
    )
}

function notifyReachOut(
  deps: ApplyDeps,
  clientId: string,
  collected: CollectedEvents,
  arrivals: readonly Arrival[],
): void {
  const chatsThatWrote = arrivals
    .filter(({ message, chat }) => !message.key.fromMe && chat !== STATUS_ADDRESS)
    .map(({ chat }) => chat)
  const { reachOut: word, newChats: quota } = collected
  if (chatsThatWrote.length > 0 || word || quota) deps.reachOut(clientId, { chatsThatWrote, word, quota })
}

function toArrival(message: InboundMessage, contacts: ResolvedContacts): Arrival {
  const { key, sender, chatAddresses } = message
  const { phone, lid } = toPerson(chatAddresses, key.chat)
  const hasMany = isOfMany(key.chat)
  const own = toPerson(sender, key.participant)
  const writer = own.phone ?? own.lid
  return {
    message,
    chat: hasMany ? key.chat : contacts.idOf(phone ?? lid ?? key.chat),
    writer: hasMany && writer !== null ? contacts.idOf(writer) : null,
  }
}
