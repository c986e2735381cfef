import type { NoticeKind } from '../../../core/conversation/notices.ts'
import type { api } from '../../app/api.ts'

type Answer = Awaited<ReturnType<typeof api.notifications.waiting>>
export type WaitingConversation = Answer['conversations'][number]

/** A conversation that somebody is to be told of, and why. */
export interface News {
  conversation: WaitingConversation
  kind: NoticeKind
}

const MOST_KNOWN = 500

/**
 * Finds in what waits what a person was not told yet. Lists overlap: the same may come again, and nothing is told twice. What waited
 * before the page was opened is no news.
 */
export class NoticeNews {
  /** By place, the one that was met last at the end. */
  readonly #known = new Map<string, WaitingConversation>()
  #startedAt: string | undefined

  note({ now, conversations }: Answer): News[] {
    if (this.#startedAt === undefined) {
      this.#startedAt = now
      return []
    }
    const news = conversations.flatMap((conversation) => {
      const kind = this.#judge(conversation)
      this.#remember(conversation)
      return kind === null ? [] : [{ conversation, kind }]
    })
    // Newest last, as they happened.
    return news.reverse()
  }

  #judge({ clientId, jid, waitingSince, isOwn, version }: WaitingConversation): NoticeKind | null {
    const before = this.#known.get(`${clientId} ${jid}`)
    if (before?.waitingSince !== waitingSince && waitingSince > (this.#startedAt ?? '')) return 'waiting'
    if (before === undefined || !isOwn) return null
    if (!before.isOwn) return 'assigned'
    return before.version === version ? null : 'message'
  }

  #remember(conversation: WaitingConversation): void {
    const place = `${conversation.clientId} ${conversation.jid}`
    this.#known.delete(place)
    this.#known.set(place, conversation)
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size > MOST_KNOWN) this.#known.delete(oldest)
  }
}
