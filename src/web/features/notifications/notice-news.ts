import type { NoticeKind } from '../../../core/conversation/notices.ts'
import type { api } from '../../app/api.ts'

type Answer = Awaited<ReturnType<typeof api.notifications.waiting>>
export type WaitingConversation = Answer['conversations'][number]
export type NamingNote = Answer['mentions'][number]

/** What somebody is to be told of, where it is, and why. */
export interface News {
  kind: NoticeKind
  of: Pick<WaitingConversation, 'clientId' | 'jid' | 'clientName' | 'contactName' | 'text'>
}

const MOST_KNOWN = 500

/** Remembers the newest so many. */
class Known<Value> {
  /** The one that was met last at the end. */
  readonly #values = new Map<string, Value>()

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (oldest !== undefined && this.#values.size > MOST_KNOWN) this.#values.delete(oldest)
  }
}

/**
 * Finds in what waits, and in notes that name a person, what they were not told yet. Lists overlap: the same may come again, and
 * nothing is told twice. What was there before the page was opened is no news.
 */
export class NoticeNews {
  /** By place. */
  readonly #conversations = new Known<WaitingConversation>()
  /** By id. */
  readonly #notes = new Known<true>()
  #startedAt: string | undefined

  note({ now, conversations, mentions }: Answer): News[] {
    if (this.#startedAt === undefined) {
      this.#startedAt = now
      return []
    }
    // Newest last, as they happened.
    const waiting = conversations.flatMap((one) => this.#noteConversation(one)).reverse()
    return [...waiting, ...mentions.flatMap((one) => this.#noteMention(one)).reverse()]
  }

  #noteConversation(conversation: WaitingConversation): News[] {
    const kind = this.#judge(conversation)
    this.#conversations.set(`${conversation.clientId} ${conversation.jid}`, conversation)
    return kind === null ? [] : [{ kind, of: conversation }]
  }

  #judge({ clientId, jid, waitingSince, isOwn, version }: WaitingConversation): NoticeKind | null {
    const before = this.#conversations.get(`${clientId} ${jid}`)
    if (before?.waitingSince !== waitingSince && waitingSince > (this.#startedAt ?? '')) return 'waiting'
    if (before === undefined || !isOwn) return null
    if (!before.isOwn) return 'assigned'
    return before.version === version ? null : 'message'
  }

  #noteMention(note: NamingNote): News[] {
    const isNew = this.#notes.get(note.noteId) === undefined && note.at > (this.#startedAt ?? '')
    this.#notes.set(note.noteId, true)
    return isNew ? [{ kind: 'mention', of: note }] : []
  }
}
