import type { api } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'

export type Conversation = Awaited<ReturnType<typeof api.chat.listConversations>>['conversations'][number]
export type InboxMessage = Awaited<ReturnType<typeof api.chat.listMessages>>['messages'][number]
export type ContactState = Awaited<ReturnType<typeof api.contacts.get>>
type Line = Pick<NonNullable<Conversation['lastMessage']>, 'type' | 'text'>

/** While news do not come by themselves, the page looks again this often. */
export const LOOK_AGAIN_MS = 2000

export const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** A message as one line: its text, or what kind it is. */
export function useMessageLine(): (message: Line) => string {
  const { chat: text } = useText()
  return ({ type, text: words }) => words ?? text.types[type] ?? text.otherType
}

export const keyOf = ({ key }: InboxMessage) => ({ remoteJid: key.remoteJid, id: key.id, fromMe: key.fromMe })
