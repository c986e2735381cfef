import type { Address } from '../../core/addresses.ts'
import type { MessageKey } from '../../core/conversation/message.ts'
import type { ChatMessage, NetworkConnection, NetworkConnector } from '../../network/port.ts'
import type { ChatAct } from './effects/effect-types.ts'
import type { Sender } from './send/sender.ts'

const MAX_PRESENCE_MS = 10_000
const DEFAULT_PRESENCE_MS = 2_000

/** Phones show "typing" for some ten seconds; with this it does not go away in between. */
const RENEW_MS = 8_000
/** Whatever waits for a model or a call ends long before. */
const MAX_SHOWN_MS = 300_000

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
    case 'recording':
      return showPresence(connection, chat, act)
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

async function showPresence(connection: NetworkConnection, chat: Address, act: ChatAct): Promise<void> {
  const { action, value, until } = act
  if (until) return showUntil(connection, chat, until)
  await connection.sendPresence(action === 'typing' ? 'composing' : 'recording', chat)
  const ms = Number(value ?? DEFAULT_PRESENCE_MS)
  await pause(Math.min(Number.isFinite(ms) ? Math.max(0, ms) : DEFAULT_PRESENCE_MS, MAX_PRESENCE_MS))
  return connection.sendPresence('paused', chat)
}

/** Shows "typing" for as long as something takes. */
async function showUntil(connection: NetworkConnection, chat: Address, until: AbortSignal): Promise<void> {
  for (let shownMs = 0; !until.aborted && shownMs < MAX_SHOWN_MS; shownMs += RENEW_MS) {
    await connection.sendPresence('composing', chat)
    await pauseUntil(RENEW_MS, until)
  }
  return connection.sendPresence('paused', chat)
}

function pauseUntil(ms: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    function end() {
      clearTimeout(timer)
      until.removeEventListener('abort', end)
      resolve()
    }
    if (until.aborted) return end()
    until.addEventListener('abort', end)
  })
}
