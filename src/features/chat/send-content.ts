import type { Address } from '../../core/addresses.ts'
import type { MessageKey } from '../../core/conversation/message.ts'
import type { CallKind, ContentModifiers, PlainContent } from '../../network/port.ts'
import type { SendMedia } from '../media/index.ts'

export type { MediaSource, SendMedia } from '../media/index.ts'

/** A message to quote or forward, by where it is stored. `chat` null: looked up by its id in the target's chat. */
export interface StoredMessageRef {
  id: string
  chat: Address | null
  fromMe: boolean | null
}

/** An event people join by a call, whose link the owner of the client asks of the network. */
export type CallEvent = Extract<PlainContent, { kind: 'event' }> & { call?: CallKind }

/** What an API call asks to send, in a form that survives a bus. */
export type SendContent =
  | ((PlainContent | CallEvent | SendMedia) & ContentModifiers & { quoted?: StoredMessageRef })
  | { kind: 'reaction'; target: MessageKey; emoji: string }
  | { kind: 'edit'; target: MessageKey; text: string }
  | { kind: 'revoke'; target: MessageKey }
  | { kind: 'forward'; source: StoredMessageRef }
