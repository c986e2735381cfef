import { mostNewChats, type NewChatQuota } from '../../../core/new-chats.ts'

/**
 * How many chats with strangers may still be begun: the last figures of the network, and the chats begun since. Pure,
 * so that nothing can come between looking and counting.
 */
export class NewChatBudget {
  private readonly unknownPauseMs: number
  private quota: NewChatQuota | null = null
  /** When the count starts anew, or when to try again where the network does not say. */
  private endsAtMs = Number.POSITIVE_INFINITY
  /** Since the network's last word. What was on its way then may be part of it: the network counts before it confirms. */
  private readonly begun = new Map<string, 'on its way' | 'was on its way' | 'arrived'>()

  constructor(unknownPauseMs: number) {
    this.unknownPauseMs = unknownPauseMs
  }

  /** What the network said last, with what was begun since. */
  get current(): NewChatQuota | null {
    return this.quota && { ...this.quota, used: this.quota.used + this.begun.size }
  }

  set(quota: NewChatQuota, nowMs: number): void {
    this.quota = quota
    this.endsAtMs = quota.cycleEndMs ?? nowMs + this.unknownPauseMs
    for (const [chat, how] of this.begun) {
      if (how === 'arrived') this.begun.delete(chat)
      else this.begun.set(chat, 'was on its way')
    }
  }

  /** The network refused a chat as one too many; it is asked anew, and this holds until it answers. */
  noteCapped(nowMs: number): void {
    const none = { total: null, used: 0, cycleStartMs: null, cycleEndMs: null }
    const kept = this.isOver(nowMs) ? null : this.quota
    this.set({ ...(kept ?? none), level: 'capped' }, nowMs)
  }

  /** Whether chats are counted at all. */
  isLimited(nowMs: number): boolean {
    if (!this.quota || this.isOver(nowMs)) return false
    return this.quota.total !== null || this.quota.level === 'capped'
  }

  /** Until when no chat may be begun; null when one may. */
  pausedUntil(nowMs: number): number | null {
    const { quota } = this
    if (!quota || !this.isLimited(nowMs)) return null
    const isUsedUp = quota.total !== null && quota.used + this.begun.size >= mostNewChats(quota.total)
    return isUsedUp || quota.level === 'capped' ? this.endsAtMs : null
  }

  /** Until when nothing may be sent to a stranger: a chat that was begun since may go on, unless the network refuses all. */
  pausedFor(chat: string, nowMs: number): number | null {
    const isOpen = this.begun.has(chat) && this.quota?.level !== 'capped'
    return isOpen ? null : this.pausedUntil(nowMs)
  }

  /** Whether that changed the count. Where nothing is limited nothing is counted. */
  begin(chat: string, nowMs: number): boolean {
    if (!this.isLimited(nowMs) || this.begun.has(chat)) return false
    this.begun.set(chat, 'on its way')
    return true
  }

  /** A message to the chat was taken, or it was not and none was begun. Whether that changed the count. */
  settle(chat: string, hasArrived: boolean): boolean {
    const how = this.begun.get(chat)
    if (how === undefined || how === 'arrived') return false
    if (!hasArrived || how === 'was on its way') return this.begun.delete(chat)
    this.begun.set(chat, 'arrived')
    return false
  }

  /** WhatsApp Web takes nothing for used once the period is over, until it is told more (`isUserCapped`). */
  private isOver(nowMs: number): boolean {
    return nowMs >= this.endsAtMs
  }
}
