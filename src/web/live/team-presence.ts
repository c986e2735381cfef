import type { PresentPerson, PresentTeam } from '../../contract/conversations/team-presence.ts'

const NOBODY: readonly PresentPerson[] = []

/** Who of the team is in which conversation, as the stream of news tells it. */
export class TeamPresence {
  #teams = new Map<string, PresentTeam>()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The same array until it changes. */
  read(clientId: string, jid: string): readonly PresentPerson[] {
    return this.#teams.get(`${clientId} ${jid}`)?.people ?? NOBODY
  }

  list(): PresentTeam[] {
    return [...this.#teams.values()]
  }

  note(teams: readonly PresentTeam[]): void {
    for (const team of teams) {
      const place = `${team.clientId} ${team.jid}`
      if (team.people.length > 0) this.#teams.set(place, team)
      else this.#teams.delete(place)
    }
    this.#notify()
  }

  /** Without a stream nobody knows. */
  clear(): void {
    if (this.#teams.size === 0) return
    this.#teams = new Map()
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
