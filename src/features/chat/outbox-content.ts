import type { Address } from '../../core/addresses.ts'
import type { SendContent } from './types.ts'

/** What an outbox row says in the engine's form (PlannedSend.content). */
export interface OutboxContent {
  content: SendContent
  /** How long the contact sees "typing" before the message. */
  typingMs: number
}

const MAX_TYPING_MS = 10_000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null for a content this server cannot send; the run then follows its `failed` handle. */
export function parseOutboxContent(value: unknown, chat: string): OutboxContent | null {
  if (!isRecord(value) || value.type !== 'text' || typeof value.text !== 'string') return null
  const { text, linkPreview, quoteMessageId, typing } = value
  return {
    content: {
      kind: 'text',
      text,
      ...(typeof linkPreview === 'boolean' ? { linkPreview } : {}),
      ...(typeof quoteMessageId === 'string'
        ? { quoted: { id: quoteMessageId, chat: chat as Address, fromMe: false } }
        : {}),
    },
    typingMs: typeof typing === 'number' ? Math.min(Math.max(0, typing), MAX_TYPING_MS) : 0,
  }
}
