import { MESSAGE_TYPES, type Message } from '../../conversation/message.ts'
import type { LastMessage } from '../run.ts'

/** What a run keeps of a message beyond its event: all that a template can ask of it. */
export function toKept({ id, type, text, media, sender, quoted }: Message): LastMessage {
  return {
    ...{ text, type, messageId: id },
    ...(media ? { media } : {}),
    ...(sender ? { sender } : {}),
    ...(quoted ? { quoted } : {}),
  }
}

export function fromKept({ messageId, type, ...kept }: LastMessage): Message {
  return { ...kept, id: messageId, type: MESSAGE_TYPES.find((known) => known === type) ?? 'other' }
}
