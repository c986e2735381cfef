import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { NetworkConnector, NetworkEvent } from '../../../network/port.ts'
import type { ResolvedContacts } from '../../contacts/index.ts'
import { applyVote } from '../records/message-changes.ts'
import type { OwnedClient } from '../records/owned-client.ts'
import { findStoredMessage } from '../records/stored-message.ts'
import { withoutNuls } from './without-nul.ts'

type Vote = Extract<NetworkEvent, { kind: 'vote' }>

/** `sendId`: the outbox row of the poll when a flow sent it. */
export interface OpenVote {
  chat: string
  voter: string
  options: string[]
  sendId: string | null
}

const PLANNED = statement<{ id: string }>(
  'chat_vote_planned',
  'select id from outbox where client_id = $1 and message_id = $2 limit 1',
)

const isPresent = (address: string | null | undefined): address is string => Boolean(address)

/** A vote is sealed for one address of the voter and one of the writer of the message. It does not say for which. */
function addressesOf(contacts: ResolvedContacts, ...named: (string | null | undefined)[]): string[] {
  const known = named.filter(isPresent).flatMap((address) => {
    const contact = contacts.find(address)
    return [address, contact?.phone, contact?.lid].filter(isPresent)
  })
  return [...new Set(known)]
}

/**
 * Opens a vote with the secret of the stored poll or event and notes it there. A vote that cannot be opened is
 * dropped: its poll is not stored here, or the vote is for another one.
 */
export async function applySealedVote(
  deps: { readVote: NetworkConnector['readVote'] },
  tx: Transaction,
  client: OwnedClient,
  vote: Vote,
  contacts: ResolvedContacts,
): Promise<OpenVote | null> {
  const { target, by } = vote
  const chat = contacts.idOf(target.chat)
  const stored = await findStoredMessage(tx, client.id, { id: target.id, chat, fromMe: target.fromMe })
  if (!stored?.bytes) return null
  const own = [client.address, client.lid]
  const writers = addressesOf(
    contacts,
    ...(stored.fromMe ? own : [target.participant, stored.participant ?? stored.chat, target.chat]),
  )
  const voters = addressesOf(contacts, ...(vote.fromMe ? own : [by.phone, by.lid]))
  const options = withoutNuls(
    deps.readVote(vote.sealed, { id: stored.id, bytes: stored.bytes, writers }, voters),
  )
  const voter = vote.fromMe ? (client.address ?? client.lid) : (by.phone ?? by.lid)
  if (!options || !voter) return null
  const message = { clientId: client.id, id: stored.id, chat, fromMe: stored.fromMe }
  await applyVote(tx, message, contacts.idOf(voter), options)
  const planned = stored.fromMe ? await tx.queryOne(PLANNED, [client.id, stored.id]) : undefined
  return { chat, voter: contacts.idOf(voter), options, sendId: planned?.id ?? null }
}
