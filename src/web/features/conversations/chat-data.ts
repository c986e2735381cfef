import type { api } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'

export type Conversation = Awaited<ReturnType<typeof api.chat.listConversations>>['conversations'][number]
export type InboxMessage = Awaited<ReturnType<typeof api.chat.listMessages>>['messages'][number]
export type ContactState = Awaited<ReturnType<typeof api.contacts.get>>
type Line = Pick<NonNullable<Conversation['lastMessage']>, 'type' | 'text'>

/** While news do not come by themselves, the page looks again this often. */
export const LOOK_AGAIN_MS = 2000

export const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString()

const UNKNOWN_PREFIX = 'unknown:'

/** The network's own name of a kind of message that is not translated; null for what is. */
export const unknownKindOf = (type: string): string | null =>
  type.startsWith(UNKNOWN_PREFIX) ? type.slice(UNKNOWN_PREFIX.length) : null

/** A message as one line: its text, or what kind it is. */
export function useMessageLine(): (message: Line) => string {
  const { chat: text } = useText()
  return ({ type, text: words }) => {
    if (words !== null) return words
    const unknown = unknownKindOf(type)
    return unknown === null ? (text.types[type] ?? text.otherType) : text.unknownType(unknown)
  }
}

export const keyOf = ({ key }: InboxMessage) => ({ remoteJid: key.remoteJid, id: key.id, fromMe: key.fromMe })
