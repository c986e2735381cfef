import { isPhoneAddress } from '../../core/addresses.ts'
import type { ContactRow } from './store.ts'

/** What the network told of one person. Names that are absent are not known here and stay as they are. */
export interface PersonHint {
  phone: string | null
  lid: string | null
  name?: string | null
  notify?: string | null
  /** Null: it was given up. */
  username?: string | null
  /** It completes a person who is known, and makes nobody a contact. */
  onlyKnown?: boolean
}

export interface ContactPlan {
  inserts: ContactRow[]
  updates: ContactRow[]
  merges: { from: string; to: string }[]
  /** The person behind an address, once the plan is carried out. */
  find(address: string): ContactRow | undefined
}

/** What may become known of a person later. */
const FACTS = ['phone', 'lid', 'name', 'notify', 'username'] as const

/** Two rows are different people when both have a phone number, or both a LID, and these differ. */
const areDifferentPeople = (a: ContactRow, b: ContactRow): boolean =>
  (a.phone !== null && b.phone !== null && a.phone !== b.phone) ||
  (a.lid !== null && b.lid !== null && a.lid !== b.lid)

/**
 * Decides who is who, in memory. A new person's id is the phone address when it is known at first sight, else the
 * LID; it never changes afterwards, except when two rows turn out to be one person: then the phone address wins.
 */
export function planContacts(known: readonly ContactRow[], hints: readonly PersonHint[]): ContactPlan {
  const plan = new Plan(known)
  for (const hint of hints) plan.take(hint)
  return plan.result()
}

class Plan {
  readonly #byAddress = new Map<string, ContactRow>()
  readonly #inserted = new Set<ContactRow>()
  readonly #updated = new Set<ContactRow>()
  readonly #merges: { from: string; to: string }[] = []

  constructor(known: readonly ContactRow[]) {
    for (const row of known) this.#index({ ...row })
  }

  take(hint: PersonHint): void {
    const { phone, lid, name = null, notify = null, username = null } = hint
    const id = phone ?? lid
    if (id === null) return
    const row = this.#locate(phone, lid)
    if (row) return this.#complete(row, hint)
    if (hint.onlyKnown) return
    const fresh = { id, phone, lid, name, notify, username }
    this.#inserted.add(fresh)
    this.#index(fresh)
  }

  result(): ContactPlan {
    return {
      inserts: [...this.#inserted],
      updates: [...this.#updated].filter((row) => !this.#inserted.has(row)),
      merges: this.#merges,
      find: (address) => this.#byAddress.get(address),
    }
  }

  #locate(phone: string | null, lid: string | null): ContactRow | undefined {
    const byPhone = phone === null ? undefined : this.#byAddress.get(phone)
    const byLid = lid === null ? undefined : this.#byAddress.get(lid)
    if (!byPhone || !byLid || byPhone === byLid) return byPhone ?? byLid
    return areDifferentPeople(byPhone, byLid) ? byPhone : this.#merge(byPhone, byLid)
  }

  #merge(byPhone: ContactRow, byLid: ContactRow): ContactRow {
    const kept = this.#lastingOf(byLid) > this.#lastingOf(byPhone) ? byLid : byPhone
    const gone = kept === byPhone ? byLid : byPhone
    kept.phone ??= gone.phone
    kept.lid ??= gone.lid
    kept.name ??= gone.name
    kept.notify ??= gone.notify
    kept.username ??= gone.username
    if (!this.#inserted.delete(gone)) this.#merges.push({ from: gone.id, to: kept.id })
    this.#updated.delete(gone)
    this.#updated.add(kept)
    this.#byAddress.set(gone.id, kept)
    this.#index(kept)
    return kept
  }

  /** The row with more of it stays: a stored one rather than one of this batch, then a phone address rather than a LID. */
  #lastingOf(row: ContactRow): number {
    return (this.#inserted.has(row) ? 0 : 2) + (isPhoneAddress(row.id) ? 1 : 0)
  }

  /** The latest number or LID the network gives for a person holds, unless it is already someone else's. */
  #complete(row: ContactRow, hint: PersonHint): void {
    const isFree = (address: string) => (this.#byAddress.get(address) ?? row) === row
    const next = {
      phone: hint.phone !== null && isFree(hint.phone) ? hint.phone : row.phone,
      lid: hint.lid !== null && isFree(hint.lid) ? hint.lid : row.lid,
      name: hint.name ?? row.name,
      notify: hint.notify ?? row.notify,
      username: hint.username === undefined ? row.username : hint.username,
    }
    if (!FACTS.some((fact) => next[fact] !== row[fact])) return
    Object.assign(row, next)
    this.#index(row)
    this.#updated.add(row)
  }

  #index(row: ContactRow): void {
    for (const address of [row.id, row.phone, row.lid])
      if (address !== null) this.#byAddress.set(address, row)
  }
}
