import { isGroup, STATUS_ADDRESS } from '../../../../core/addresses.ts'
import type { ConversationEvent, NewFlowEvent } from '../../../../core/conversation/flow-event.ts'
import type { Transaction } from '../../../../db/transaction.ts'
import type { NetworkConnector } from '../../../../network/port.ts'
import type { ResolvedContacts } from '../../../contacts/index.ts'
import {
  applyEdit,
  applyReaction,
  applyRevoke,
  isStored,
  type TargetMessage,
} from '../../records/message-changes.ts'
import { type OwnedClient, toOwnAddress } from '../../records/owned-client.ts'
import { type ArrivedChange, toPerson } from '../arrival.ts'
import type { Arrival } from '../message-rows.ts'
import { dropFileOfStatus, isWriterOfStatus } from '../statuses/statuses.ts'
import { toSender, toVoteEvent } from '../to-flow-event.ts'
import { applySealedVote } from '../votes.ts'
import type { ArrivedEvent } from './arrived-events.ts'

type Change = Exclude<ArrivedChange, { kind: 'vote' }>

/**
 * Carries out what waited for the new messages, told right behind each, and then what a batch says of messages. `early` is what
 * is of messages that are not stored, `takenBack` the ids of new ones that were deleted before they came: of these the deletion
 * alone is told.
 */
export async function applyChanges(
  deps: { readVote: NetworkConnector['readVote'] },
  tx: Transaction,
  client: OwnedClient,
  arrived: {
    changes: readonly ArrivedChange[]
    waiting: readonly ArrivedChange[]
    fresh: readonly Pick<Arrival, 'message'>[]
  },
  contacts: ResolvedContacts,
): Promise<{ news: ArrivedEvent[]; early: ArrivedChange[]; takenBack: ReadonlySet<string> }> {
  const apply = (change: ArrivedChange) => applyChangeOrVote(deps, tx, client, change, contacts)
  const news: ArrivedEvent[] = []
  const takenBack = new Set<string>()
  for (const { message } of arrived.fresh) {
    const told: ConversationEvent[] = []
    for (const change of arrived.waiting.filter(({ target }) => target.id === message.key.id)) {
      const event = await apply(change)
      if (event) told.push(event)
    }
    const deletion = told.find(({ event }) => event.type === 'message_revoked')
    if (deletion) takenBack.add(message.key.id)
    news.push(...(deletion ? [deletion] : told).map((event) => ({ of: message, event })))
  }
  const early: ArrivedChange[] = []
  for (const change of arrived.changes) {
    const event = await apply(change)
    if (event) news.push({ of: change, event })
    else if (await isEarly(tx, client, change, contacts)) early.push(change)
  }
  return { news, early, takenBack }
}

/** The event that a vote or a change of a message is to flows; null when it is none. */
async function applyChangeOrVote(
  deps: { readVote: NetworkConnector['readVote'] },
  tx: Transaction,
  client: OwnedClient,
  change: ArrivedChange,
  contacts: ResolvedContacts,
): Promise<ConversationEvent | null> {
  if (change.kind !== 'vote') return applyChange(tx, client, change, contacts)
  const vote = await applySealedVote(deps, tx, client, change, contacts)
  return vote && !change.fromMe ? toVoteEvent(client, change, vote, contacts) : null
}

/** Whether its message may come after it: none is stored. A status is of its writer alone, and waits for nothing. */
async function isEarly(
  tx: Transaction,
  client: OwnedClient,
  { target }: ArrivedChange,
  contacts: ResolvedContacts,
): Promise<boolean> {
  const chat = contacts.idOf(target.chat)
  if (chat === STATUS_ADDRESS) return false
  return !(await isStored(tx, { clientId: client.id, id: target.id, chat, fromMe: target.fromMe }))
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
  if (chat === STATUS_ADDRESS && !(await mayChangeStatus(tx, client.id, change, person))) return null
  const changed = await writeChange(tx, message, change, change.fromMe ? toOwnAddress(client) : person)
  // Statuses are no conversation, of which flows could be told.
  if (chat === STATUS_ADDRESS && changed && change.kind === 'revoke') await dropFileOfStatus(tx, message)
  if (!changed || change.fromMe || chat === STATUS_ADDRESS) return null
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

/** Its writer alone is told who likes a status, and takes it back; nobody edits one. */
async function mayChangeStatus(
  tx: Transaction,
  clientId: string,
  { kind, fromMe, target }: Change,
  person: string,
): Promise<boolean> {
  if (kind !== 'revoke') return kind === 'reaction' && (fromMe || target.fromMe)
  return fromMe || (await isWriterOfStatus(tx, clientId, target.id, person))
}

/** People change only what they wrote; in groups an admin may also take back what others wrote. */
function mayChange(change: Change): boolean {
  if (change.kind === 'reaction') return true
  if (change.kind === 'revoke' && isGroup(change.target.chat)) return true
  return change.fromMe === change.target.fromMe
}
