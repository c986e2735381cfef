import { isGroup } from '../../core/addresses.ts'
import type { ConversationEvent, NewFlowEvent } from '../../core/conversation/flow-event.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { InboundMessage, NetworkConnector, NetworkEvent, ReceivedFile } from '../../network/port.ts'
import { type ContactCache, type ResolvedContacts, resolveContacts } from '../contacts/index.ts'
import {
  type ArrivedRow,
  applyEdit,
  applyReaction,
  applyReceipts,
  applyRevoke,
  type StoredId,
  storeArrived,
  type TargetMessage,
} from './apply-store.ts'
import { applySealedVote } from './apply-vote.ts'
import { type ChatTimers, noteTimers } from './chat-timers.ts'
import { withoutNuls } from './clean-events.ts'
import { type CollectedEvents, collectEvents, receiptKey, toPerson } from './collect-events.ts'
import type { EarlyReceipts } from './early-receipts.ts'
import { STATUS_FEED, toMessageEvent, toSender, toVoteEvent } from './flow-inputs.ts'
import { noteMemberReceipts } from './member-receipts.ts'
import type { ReachOutNews } from './reach-out.ts'
import { addReceipt, type ReceiptSummary, rankOf } from './status.ts'
import type { Applied, OwnedClient } from './types.ts'

export interface ApplyDeps {
  contacts: ContactCache
  early: EarlyReceipts
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

type Change = Exclude<CollectedEvents['changes'][number], { kind: 'vote' }>

/**
 * Stores a batch of network events in the caller's transaction. The same batch may come again: what is stored
 * already changes nothing and is not reported as new. Call `committed()` of the answer after the commit.
 */
export async function applyEvents(
  deps: ApplyDeps,
  tx: Transaction,
  client: OwnedClient,
  events: readonly NetworkEvent[],
): Promise<Applied> {
  const collected = collectEvents(client, events.map(withoutNuls))
  const contacts = await resolveContacts(tx, client.id, collected.hints, deps.contacts)
  const rows = collected.messages.map((message) => toArrivedRow(message, contacts))
  const stored =
    rows.length + collected.journalIds.length === 0
      ? []
      : await storeArrived(tx, client.id, collected.journalIds, rows)
  const fresh = new Set(stored.map(identityOf))
  const files = findFiles(collected.messages, rows, stored)
  const mediaIds = files.length > 0 ? await deps.noteFiles?.(tx, client.id, files) : undefined
  const seqs = new Map(stored.map((row) => [identityOf(row), row.seq]))

  const echoes = rows.filter((row) => row.fromMe && !fresh.has(identityOf(row)))
  const early = deps.early.find(
    client.id,
    stored.filter((row) => row.fromMe).map((row) => row.id),
  )
  await noteMemberReceipts(tx, client.id, collected.memberReceipts, contacts.idOf)
  const timers = collected.timers.map(({ chat, chatAddresses, expirationSec, atSec }) => {
    const { phone, lid } = toPerson(chatAddresses, chat)
    return { chat: contacts.idOf(phone ?? lid ?? chat), expirationSec, atSec }
  })
  await noteTimers(tx, client.id, timers)
  const unmatched = await receive(tx, client.id, collected, echoes, early)

  const news = collected.messages.flatMap((message, i) => {
    const row = rows[i]
    // A message twice in one batch is new once.
    if (!row || !fresh.delete(identityOf(row))) return []
    const mediaId = mediaIds?.get(seqs.get(identityOf(row)) ?? -1) ?? null
    return toMessageEvent(client, { message, row, mediaId }, contacts)
  })
  for (const change of collected.changes) {
    if (change.kind === 'vote') {
      const vote = await applySealedVote(deps, tx, client, change, contacts)
      if (vote && !change.fromMe) news.push(toVoteEvent(client, change, vote, contacts))
      continue
    }
    const event = await applyChange(tx, client, change, contacts)
    if (event) news.push(event)
  }
  return {
    events: news,
    contactsMerged: contacts.merged,
    committed() {
      deps.early.remove(client.id, early)
      deps.early.add(client.id, unmatched)
      if (contacts.merged.length > 0) deps.noteMerged(client.id, contacts.merged)
      const moved = contacts.merged.flatMap(({ from, to }) => [from, to])
      deps.timers?.forget(client.id, [...timers.map(({ chat }) => chat), ...moved])
      confirmSends(deps, client.id, collected, echoes)
      tellReachOut(deps, client.id, collected, rows)
      if (files.length > 0) deps.filesNoted?.(client.id)
      deps.touch(client.id)
    },
  }
}

const identityOf = ({ id, chat, fromMe }: StoredId): string => `${fromMe ? '>' : '<'}${id}/${chat}`

/** The files of what is new. Those of the history are downloaded when somebody asks for them. */
function findFiles(
  messages: readonly InboundMessage[],
  rows: readonly ArrivedRow[],
  stored: readonly (StoredId & { seq: number })[],
): { seq: number; file: ReceivedFile }[] {
  const seqs = new Map(stored.map((row) => [identityOf(row), row.seq]))
  return messages.flatMap(({ file, origin }, i) => {
    const row = rows[i]
    const seq = row && seqs.get(identityOf(row))
    if (!row || seq === undefined || !file || origin === 'history') return []
    seqs.delete(identityOf(row))
    return [{ seq, file }]
  })
}

/** Moves statuses along; answers the receipts of ours whose message is not stored yet. */
async function receive(
  tx: Transaction,
  clientId: string,
  collected: CollectedEvents,
  echoes: readonly ArrivedRow[],
  early: readonly ReceiptSummary[],
): Promise<ReceiptSummary[]> {
  const receipts = new Map(collected.receipts)
  // An echo proves that the server has the message.
  for (const { id, atSec } of echoes) {
    const key = receiptKey(id, true)
    receipts.set(key, addReceipt(receipts.get(key), { id, fromMe: true, kind: 'server', atSec }))
  }
  for (const receipt of early) {
    const key = receiptKey(receipt.id, true)
    receipts.set(key, receipts.get(key) ?? receipt)
  }
  if (receipts.size === 0) return []
  const found = await applyReceipts(tx, clientId, [...receipts.values()])
  for (const { id, fromMe } of found) receipts.delete(receiptKey(id, fromMe))
  return [...receipts.values()].filter((receipt) => receipt.fromMe && receipt.rank > 0)
}

function confirmSends(
  deps: ApplyDeps,
  clientId: string,
  collected: CollectedEvents,
  echoes: readonly ArrivedRow[],
): void {
  const proven = [...collected.receipts.values()].filter((receipt) => receipt.fromMe && receipt.rank > 0)
  const ids = [...proven.map((receipt) => receipt.id), ...echoes.map((echo) => echo.id)]
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

function tellReachOut(
  deps: ApplyDeps,
  clientId: string,
  collected: CollectedEvents,
  rows: readonly ArrivedRow[],
): void {
  const heardFrom = rows.filter(({ fromMe }) => !fromMe).map(({ chat }) => chat)
  const { reachOut: word, newChats: quota } = collected
  if (heardFrom.length > 0 || word || quota) deps.reachOut(clientId, { heardFrom, word, quota })
}

function toArrivedRow(message: InboundMessage, contacts: ResolvedContacts): ArrivedRow {
  const { key, sender } = message
  const { phone, lid } = toPerson(message.chatAddresses, key.chat)
  const inGroup = isGroup(key.chat)
  const writer = toPerson(sender, key.participant)
  const writerAddress = writer.phone ?? writer.lid
  return {
    chat: inGroup || key.chat === STATUS_FEED ? key.chat : contacts.idOf(phone ?? lid ?? key.chat),
    id: key.id,
    fromMe: key.fromMe,
    participant:
      (inGroup || key.chat === STATUS_FEED) && writerAddress !== null ? contacts.idOf(writerAddress) : null,
    atSec: message.atSec,
    type: message.type,
    text: message.text,
    pushName: key.fromMe ? null : message.pushName,
    quotedId: message.quotedId,
    origin: message.origin === 'history' ? 'history' : key.fromMe ? 'phone' : 'contact',
    bytes: message.bytes,
  }
}

/** Applies an edit, a revoke or a reaction to the message it is about; an event when a contact did it. */
async function applyChange(
  tx: Transaction,
  client: OwnedClient,
  change: Change,
  contacts: ResolvedContacts,
): Promise<ConversationEvent | null> {
  const { target } = change
  const chat = contacts.idOf(target.chat)
  const message = { clientId: client.id, id: target.id, chat, fromMe: target.fromMe }
  const by = change.kind === 'edit' ? null : toPerson(change.by)
  const byAddress = by?.phone ?? by?.lid
  const person = byAddress ? contacts.idOf(byAddress) : chat
  if (!mayChange(change)) return null
  const changed = await writeChange(tx, message, change, change.fromMe ? toOwnAddress(client) : person)
  if (!changed || change.fromMe) return null
  return {
    clientId: client.id,
    contactJid: chat,
    source: 'chat',
    event: toChangeEvent(change, changed, person, contacts),
  }
}

function toChangeEvent(
  change: Change,
  { textBefore }: { textBefore: string | null },
  person: string,
  contacts: ResolvedContacts,
): NewFlowEvent {
  const messageId = change.target.id
  const eventId = change.journalId ?? `${change.kind}:${messageId}:${person}:${change.atSec}`
  switch (change.kind) {
    case 'edit':
      return { type: 'message_edited', eventId, messageId, before: textBefore ?? '', after: change.text }
    case 'revoke':
      return { type: 'message_revoked', eventId, messageId }
    case 'reaction': {
      const sender = toSender(person, contacts)
      return { type: 'reaction_received', eventId, messageId, emoji: change.emoji, sender }
    }
  }
}

/** What an edit replaced; null when nothing changed. */
async function writeChange(
  tx: Transaction,
  message: TargetMessage,
  change: Change,
  by: string,
): Promise<{ textBefore: string | null } | null> {
  const isChanged = { textBefore: null }
  switch (change.kind) {
    case 'edit':
      return applyEdit(tx, message, change)
    case 'revoke':
      return (await applyRevoke(tx, message, change.atSec)) ? isChanged : null
    case 'reaction':
      return (await applyReaction(tx, message, by, change.emoji)) ? isChanged : null
  }
}

/** People change only what they wrote; in groups an admin may also take back what others wrote. */
function mayChange(change: Change): boolean {
  if (change.kind === 'reaction') return true
  if (change.kind === 'revoke' && isGroup(change.target.chat)) return true
  return change.fromMe === change.target.fromMe
}

export const toOwnAddress = (client: OwnedClient): string => client.address ?? client.lid ?? 'me'
