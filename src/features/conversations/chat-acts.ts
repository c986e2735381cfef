import type { Address } from '../../core/addresses.ts'
import type { MessageKey } from '../../core/conversation/message.ts'
import type { ChatMessage, NetworkConnection, NetworkConnector } from '../../network/port.ts'
import type { ChatAct } from './effects/effect-types.ts'
import type { Sender } from './send/sender.ts'

const MAX_PRESENCE_MS = 10_000
const DEFAULT_PRESENCE_MS = 2_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export interface ChatActParts {
  connection: NetworkConnection | null
  sender: Pick<Sender, 'send'>
  connector: Pick<NetworkConnector, 'newMessageId'>
  /** The newest message of a chat, or nothing when none is known. */
  readNewestMessage(chat: Address): Promise<ChatMessage[]>
  /** The same keys with the author in those of groups, whom a read receipt goes to. */
  completeKeys(keys: readonly MessageKey[], connection: NetworkConnection): Promise<MessageKey[]>
}

/** Does in a chat what a flow asked for and is no message. Rejects when there is no connection to do it with. */
export async function performChatAct(parts: ChatActParts, act: ChatAct): Promise<void> {
  const { connection, sender, connector } = parts
  if (!connection) throw new Error('the client is not connected')
  // Canonical addresses are what conversations are kept by.
  const chat = act.contactJid as Address
  const target = act.messageId === null ? null : { chat, id: act.messageId, fromMe: false }
  switch (act.action) {
    case 'read':
      if (target) await connection.markRead(await parts.completeKeys([target], connection))
      return
    case 'typing':
    case 'recording': {
      await connection.sendPresence(act.action === 'typing' ? 'composing' : 'recording', chat)
      const ms = Number(act.value ?? DEFAULT_PRESENCE_MS)
      await pause(Math.min(Number.isFinite(ms) ? Math.max(0, ms) : DEFAULT_PRESENCE_MS, MAX_PRESENCE_MS))
      return connection.sendPresence('paused', chat)
    }
    case 'react':
      if (!target) return
      await sender.send({
        messageId: connector.newMessageId(),
        to: chat,
        content: { type: 'reaction', target, emoji: act.value ?? '' },
      })
      return
    case 'archive':
      return connection.chats.archive(chat, act.value !== 'false', await parts.readNewestMessage(chat))
    case 'label':
      if (act.value?.trim()) await connection.chats.label(chat, act.value)
  }
}
