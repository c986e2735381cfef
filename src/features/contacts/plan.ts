import { isPhoneAddress } from '../../core/addresses.ts'
import type { ContactRow } from './store.ts'

/** What the network told of one person. Names that are absent are not known here and stay as they are. */
export interface PersonHint {
  phone: string | null
  lid: string | null
  name?: string | null
  notify?: string | null
}

export interface ContactPlan {
  inserts: ContactRow[]
  updates: ContactRow[]
  merges: { from: string; to: string }[]
  /** The person behind an address, once the plan is carried out. */
  find(address: string): ContactRow | undefined
}

/** Two rows are different people when both have a phone number, or both a LID, and these differ. */
const areDifferentPeople = (a: ContactRow, b: ContactRow): boolean =>
  (a.phone !== null && b.phone !== null && a.phone !== b.phone) ||
  (a.lid !== null && b.lid !== null && a.lid !== b.lid)

/**
 * Decides who is who, in memory. A new person's id is the phone address when it is known at first sight, else the
 * LID; it never changes afterwards, except when two rows turn out to be one person: then the phone address wins.
 */
export function planContacts(known: readonly ContactRow[], hints: readonly PersonHint[]): ContactPlan {
  const byAddress = new Map<string, ContactRow>()
  const inserted = new Set<ContactRow>()
  const updated = new Set<ContactRow>()
  const merges: { from: string; to: string }[] = []
  const index = (row: ContactRow) => {
    for (const address of [row.id, row.phone, row.lid]) if (address !== null) byAddress.set(address, row)
  }
  for (const row of known) index({ ...row })

  /** A stored row stays rather than one of this batch, then a phone address rather than a LID. */
  const isLasting = (row: ContactRow): number =>
    (inserted.has(row) ? 0 : 2) + (isPhoneAddress(row.id) ? 1 : 0)

  function merge(byPhone: ContactRow, byLid: ContactRow): ContactRow {
    const kept = isLasting(byLid) > isLasting(byPhone) ? byLid : byPhone
    const gone = kept === byPhone ? byLid : byPhone
    kept.phone ??= gone.phone
    kept.lid ??= gone.lid
    kept.name ??= gone.name
    kept.notify ??= gone.notify
    if (!inserted.delete(gone)) merges.push({ from: gone.id, to: kept.id })
    updated.delete(gone)
    updated.add(kept)
    byAddress.set(gone.id, kept)
    index(kept)
    return kept
  }

  function locate(phone: string | null, lid: string | null): ContactRow | undefined {
    const byPhone = phone === null ? undefined : byAddress.get(phone)
    const byLid = lid === null ? undefined : byAddress.get(lid)
    if (!byPhone || !byLid || byPhone === byLid) return byPhone ?? byLid
    return areDifferentPeople(byPhone, byLid) ? byPhone : merge(byPhone, byLid)
  }

  /** The latest number or LID the network gives for a person holds, unless it is already someone else's. */
  function complete(row: ContactRow, hint: PersonHint): void {
    const next = {
      phone: hint.phone !== null && (byAddress.get(hint.phone) ?? row) === row ? hint.phone : row.phone,
      lid: hint.lid !== null && (byAddress.get(hint.lid) ?? row) === row ? hint.lid : row.lid,
      name: hint.name ?? row.name,
      notify: hint.notify ?? row.notify,
    }
    const changed =
      next.phone !== row.phone || next.lid !== row.lid || next.name !== row.name || next.notify !== row.notify
    if (!changed) return
    Object.assign(row, next)
    index(row)
    updated.add(row)
  }

  for (const hint of hints) {
    const id = hint.phone ?? hint.lid
    if (id === null) continue
    const row = locate(hint.phone, hint.lid)
    if (row) {
      complete(row, hint)
      continue
    }
    const fresh = {
      id,
      phone: hint.phone,
      lid: hint.lid,
      name: hint.name ?? null,
      notify: hint.notify ?? null,
    }
    inserted.add(fresh)
    index(fresh)
  }
  return {
    inserts: [...inserted],
    updates: [...updated].filter((row) => !inserted.has(row)),
    merges,
    find: (address) => byAddress.get(address),
  }
}
