import type { TEAM_ACTIVITIES } from '../../../../contract/conversations/team-presence.ts'

export type Activity = (typeof TEAM_ACTIVITIES)[number] | 'left'

/** A page that says nothing for 20 seconds counts as gone. */
export const TELL_EVERY_MS = 8_000
/** Who wrote nothing for so long only looks. */
export const WRITING_MS = 6_000

export interface AnnouncerDeps {
  /** One call at a time. */
  tell(activity: Activity, order: number): Promise<unknown>
  /** For a page that is about to close; nobody waits for it. */
  tellLast(activity: 'left', order: number): void
}

/** Tells the team what the person does in the conversation this page shows, for as long as it is looked at. */
export class PresenceAnnouncer {
  readonly #deps: AnnouncerDeps
  #activity: Activity = 'left'
  #told: Activity = 'left'
  /** What is told last on a page that closes may arrive before what was under way. */
  #order = 0
  #isTelling = false
  #beat: ReturnType<typeof setInterval> | undefined
  #writing: ReturnType<typeof setTimeout> | undefined

  constructor(deps: AnnouncerDeps) {
    this.#deps = deps
  }

  /** The page is in front. */
  show(): void {
    if (this.#activity !== 'left') return
    this.#beat = setInterval(() => void this.#tell(), TELL_EVERY_MS)
    this.#become('viewing')
  }

  /** A key was pressed in the composer. */
  write(): void {
    if (this.#activity === 'left') return
    clearTimeout(this.#writing)
    this.#writing = setTimeout(() => this.#become('viewing'), WRITING_MS)
    if (this.#activity !== 'typing') this.#become('typing')
  }

  /** What was written is sent or gone. */
  rest(): void {
    clearTimeout(this.#writing)
    if (this.#activity === 'typing') this.#become('viewing')
  }

  /** Another conversation or another tab is looked at. */
  leave(): void {
    if (!this.#end()) return
    void this.#tell()
  }

  /** The page closes: a call that waits for others would not be made any more. */
  close(): void {
    if (!this.#end()) return
    this.#told = 'left'
    this.#deps.tellLast('left', this.#order++)
  }

  #end(): boolean {
    clearInterval(this.#beat)
    clearTimeout(this.#writing)
    const wasHere = this.#activity !== 'left'
    this.#activity = 'left'
    return wasHere
  }

  #become(activity: Activity): void {
    this.#activity = activity
    void this.#tell()
  }

  /** Two calls under way could arrive the other way round, so the next one waits and tells what is so by then. */
  async #tell(): Promise<void> {
    if (this.#isTelling) return
    this.#isTelling = true
    do {
      this.#told = this.#activity
      await this.#deps.tell(this.#told, this.#order++).catch(() => undefined)
    } while (this.#told !== this.#activity)
    this.#isTelling = false
  }
}
