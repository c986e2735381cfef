import { type Address, isOfMany } from '../../../core/addresses.ts'
import type { MessageKey } from '../../../core/conversation/message.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { NetworkConnection } from '../../../network/port.ts'
import { badField, messageNotFound, networkSilent } from './refusals.ts'

export interface KeyDeps {
  db: Executor
  connection: Pick<NetworkConnection, 'memberAddress'> | null
}

interface Writer {
  id: string
  chat: string
  fromMe: boolean
  participant: Address | null
}

// Index: message_identity.
const WRITERS = statement<Writer>(
  'chat_message_writers',
  `select id, chat, from_me as "fromMe", participant from message
   where client_id = $1 and id = any($2::text[]) and chat = any($3::text[])`,
)

/** The address by which a group, or the status feed, knows a person of whom we keep another one. */
export async function nameInGroup(
  { connection }: Pick<KeyDeps, 'connection'>,
  chat: string,
  person: Address,
): Promise<Address> {
  if (!isOfMany(chat) || !connection) return person
  return connection.memberAddress(chat as Address, person).catch((cause: unknown) => {
    throw networkSilent(cause)
  })
}

/**
 * The keys with their author, which keys of messages in groups need: callers name a message by chat, id and
 * direction. The stored author counts before the one a caller names. Throws MESSAGE_NOT_FOUND for a message that is
 * not stored and names no author.
 */
export async function completeKeys(
  deps: KeyDeps,
  clientId: string,
  keys: readonly MessageKey[],
): Promise<MessageKey[]> {
  const open = keys.filter(({ chat, fromMe }) => isOfMany(chat) && !fromMe)
  if (open.length === 0) return [...keys]
  const wanted = [open.map(({ id }) => id), [...new Set(open.map(({ chat }) => chat))]]
  const writers = new Map<string, Address>()
  for (const { id, chat, fromMe, participant } of await deps.db.query(WRITERS, [clientId, ...wanted])) {
    if (!fromMe && participant) writers.set(`${chat}/${id}`, participant)
  }
  const complete = async (key: MessageKey): Promise<MessageKey> => {
    if (!isOfMany(key.chat) || key.fromMe) return key
    const author = writers.get(`${key.chat}/${key.id}`) ?? key.participant
    if (!author) throw messageNotFound(key.id)
    return { ...key, participant: await nameInGroup(deps, key.chat, author) }
  }
  const completed: MessageKey[] = []
  for (const key of keys) completed.push(await complete(key))
  return completed
}

/** The key of a message that a reaction, a pin or a revocation is about. `chat` is canonical, that of the key need not be. */
export async function completeTarget(
  deps: KeyDeps,
  clientId: string,
  chat: string,
  target: MessageKey,
): Promise<MessageKey> {
  const stored = await deps.db.query(WRITERS, [clientId, [target.id], [chat]])
  const isOfOther = stored.length > 0 && stored.every(({ fromMe }) => fromMe !== target.fromMe)
  if (isOfOther) {
    throw badField('key.fromMe', 'KEY_OF_OTHER', { fromMe: target.fromMe })
  }
  const [completed = target] = await completeKeys(deps, clientId, [target])
  return completed
}
