import type { Bus } from '../../bus/port.ts'
import type {
  PresentPerson,
  PresentTeam,
  TEAM_ACTIVITIES,
} from '../../contract/conversations/team-presence.ts'
import { HeardOf } from './heard-of.ts'

/** Published with a `PresenceNote` by the process that a page told; every process keeps it for its own streams. */
export const PRESENCE_NOTED = 'team.presence'

/** Who says nothing for so long is gone: a page tells itself every eight seconds. */
export const PRESENT_MS = 20_000
/** The pages that are known here at once; past them the one that is silent for longest is forgotten. */
const MOST_PAGES = 10_000
const MOST_PAGES_OF_ONE = 20

/** What a page of a member told. */
export interface PresenceNote {
  workspaceId: string
  clientId: string
  /** Canonical address of the conversation. */
  jid: string
  userId: string
  name: string
  page: string
  activity: (typeof TEAM_ACTIVITIES)[number] | 'left'
  /** Grows with each note of the page: calls of a page that closes overtake each other. */
  order?: number
}

interface PresentPage extends PresenceNote {
  untilMs: number
}

const placeOf = ({ clientId, jid }: Pick<PresenceNote, 'clientId' | 'jid'>): string => `${clientId} ${jid}`

const isOvertaken = ({ order }: PresenceNote, last: number | undefined): boolean =>
  order !== undefined && last !== undefined && order <= last

/** Each person once: who writes on one page and looks on another writes. */
function toPeople(pages: Iterable<PresentPage>): PresentPerson[] {
  const people = new Map<string, PresentPerson>()
  for (const { userId, name, activity } of pages) {
    if (activity === 'left' || people.get(userId)?.activity === 'typing') continue
    people.set(userId, { userId, name, activity })
  }
  return [...people.values()]
}

/** Who looks at and writes in conversations now, as this process heard of it. */
export class TeamPresence {
  /** By person and page. */
  readonly #pages: HeardOf<PresentPage, PresentTeam>
  /** The same by conversation. */
  readonly #places = new Map<string, Map<string, PresentPage>>()
  /** Of pages that left: a note that was overtaken by that must not bring them back. In the order in which they left. */
  readonly #left = new Map<string, { order: number; untilMs: number }>()
  readonly #ofPeople = new Map<string, Set<string>>()
  readonly #nowMs: () => number
  readonly #leave: () => void

  constructor(bus: Pick<Bus, 'subscribe'>, nowMs: () => number) {
    this.#nowMs = nowMs
    this.#pages = new HeardOf({
      ...{ nowMs, most: MOST_PAGES },
      onForgotten: (key, page) => {
        this.#leavePlace(key, page)
        this.#publish(page)
      },
    })
    this.#leave = bus.subscribe(PRESENCE_NOTED, (note) => this.note(note as unknown as PresenceNote))
  }

  /** Takes what a page told. Watchers hear of it when it changes who is where, and what they do. */
  note(note: PresenceNote): void {
    const key = `${note.userId} ${note.page}`
    const before = this.#pages.get(key)
    if (isOvertaken(note, (before ?? this.#left.get(key))?.order)) return
    this.#noteLeft(key, note)
    const isSame =
      before !== undefined && placeOf(before) === placeOf(note) && before.activity === note.activity
    if (before) {
      this.#pages.delete(key)
      this.#leavePlace(key, before)
    }
    if (note.activity !== 'left') this.#add(key, { ...note, untilMs: this.#nowMs() + PRESENT_MS })
    if (isSame) return
    if (before && placeOf(before) !== placeOf(note)) this.#publish(before)
    if (before || note.activity !== 'left') this.#publish(note)
  }

  /** Where somebody of the workspace is. */
  list(workspaceId: string): PresentTeam[] {
    return [...this.#places.values()].flatMap((pages) => {
      const [first] = pages.values()
      return first?.workspaceId === workspaceId ? [this.#toTeam(first)] : []
    })
  }

  /** Whether a person has the conversation open, as far as their pages told. */
  isThere(userId: string, place: Pick<PresenceNote, 'clientId' | 'jid'>): boolean {
    const pages = this.#places.get(placeOf(place))?.values() ?? []
    return [...pages].some((page) => page.userId === userId)
  }

  /** Answers how to end that. */
  watch(workspaceId: string, onChange: (team: PresentTeam) => void): () => void {
    return this.#pages.watch(workspaceId, onChange)
  }

  close(): void {
    this.#leave()
    this.#pages.close()
  }

  #noteLeft(key: string, { activity, order }: PresenceNote): void {
    this.#left.delete(key)
    if (activity !== 'left' || order === undefined) return
    const nowMs = this.#nowMs()
    for (const [other, { untilMs }] of this.#left) {
      if (untilMs > nowMs && this.#left.size < MOST_PAGES) break
      this.#left.delete(other)
    }
    this.#left.set(key, { order, untilMs: nowMs + PRESENT_MS })
  }

  #add(key: string, page: PresentPage): void {
    const own = this.#ofPeople.get(page.userId) ?? new Set<string>()
    const [oldestOfOne] = own
    if (oldestOfOne !== undefined && own.size >= MOST_PAGES_OF_ONE) this.#pages.forget(oldestOfOne)
    this.#ofPeople.set(page.userId, own.add(key))
    const place = placeOf(page)
    this.#places.set(place, (this.#places.get(place) ?? new Map<string, PresentPage>()).set(key, page))
    this.#pages.keep(key, page)
  }

  #leavePlace(key: string, page: PresentPage): void {
    const own = this.#ofPeople.get(page.userId)
    own?.delete(key)
    if (own?.size === 0) this.#ofPeople.delete(page.userId)
    const place = placeOf(page)
    const pages = this.#places.get(place)
    pages?.delete(key)
    if (pages?.size === 0) this.#places.delete(place)
  }

  #toTeam({ clientId, jid }: PresenceNote): PresentTeam {
    return { clientId, jid, people: toPeople(this.#places.get(placeOf({ clientId, jid }))?.values() ?? []) }
  }

  #publish(note: PresenceNote): void {
    this.#pages.publish(note.workspaceId, () => this.#toTeam(note))
  }
}
