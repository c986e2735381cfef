import type { api } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'

export type Conversation = Awaited<ReturnType<typeof api.chat.listConversations>>['conversations'][number]
export type ChatMessage = Awaited<ReturnType<typeof api.chat.getConversationMessages>>['messages'][number]

/** Until live events reach the page, it looks again this often. */
export const LOOK_AGAIN_MS = 2000

export const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** A message as one line: its text, or what kind it is. */
export function useMessageLine(): (message: ChatMessage) => string {
  const { chat: text } = useText()
  return ({ type, text: words }) => words ?? text.types[type] ?? text.otherType
}
