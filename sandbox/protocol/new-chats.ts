import { randomBytes } from 'node:crypto'
import type { Network } from '../state/network.ts'
import { NewChatCount, type NewChatLimit } from '../state/new-chats.ts'
import type { User } from '../state/user.ts'
import { SERVER_JID } from './addresses.ts'
import { deliver } from './delivery.ts'
import { node, seconds } from './nodes.ts'

/** `NewChatMessagesCapped` among the refusals that WhatsApp Web knows (`WAWebCreateNackFromStanza`). */
const NEW_CHATS_CAPPED = 475

/** What an account without a limit is told (waha#2186: -1 is no cap). */
const NO_LIMIT = { total_quota: -1, used_quota: 0, capping_status: 'NONE' }

/** What an account is told of the chats it may begin. */
export function describeNewChats(network: Network, number: string): Record<string, unknown> {
  return network.newChats.get(number)?.describe(network.now()) ?? NO_LIMIT
}

/** Tells the clients of an account: `MessageCappingInfoNotification`, as rc14's `handleMexNotification` reads it. */
function announce(network: Network, account: User): void {
  const data = {
    xwa2_notify_new_chat_messages_capping_info_update: describeNewChats(network, account.number),
  }
  for (const companion of account.companions.values()) {
    const attrs = {
      from: SERVER_JID,
      type: 'mex',
      id: randomBytes(8).toString('hex'),
      t: seconds(network.now()),
    }
    const update = node(
      'update',
      { op_name: 'MessageCappingInfoNotification' },
      Buffer.from(JSON.stringify({ data })),
    )
    deliver(network, companion, '', node('notification', attrs, [update]))
  }
}

/** From now on; null: as many as it likes, as to begin with. The account's clients are told. */
export function limitNewChats(network: Network, account: User, limit: NewChatLimit | null): void {
  if (limit === null) network.newChats.delete(account.number)
  else network.newChats.set(account.number, new NewChatCount(limit, network.now()))
  announce(network, account)
}

/**
 * Counts a message to somebody who never gave the account a token, or says with which code it is refused. A token is what
 * WhatsApp Web goes by too (`canSendMsgWhileCapped`). Whether an answer takes a chat off the count is not known, so here
 * it does not. That clients are told when the level changes, and not of each chat, is a guess on the strict side.
 */
export function takeNewChat(network: Network, account: User, recipient: User): number | undefined {
  const count = network.newChats.get(account.number)
  const now = network.now()
  if (count === undefined || recipient === account) return undefined
  if (network.trustedTokens.find(recipient.number, account.number, now) !== undefined) return undefined
  const before = count.level(now)
  if (before === 'CAPPED') return NEW_CHATS_CAPPED
  count.begin(recipient.number)
  if (count.level(now) !== before) announce(network, account)
  return undefined
}
