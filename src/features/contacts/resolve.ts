import { isGroup, isLid, isPhoneAddress } from '../../core/addresses.ts'
import type { Database } from '../../db/client.ts'
import type { Executor } from '../../db/transaction.ts'
import type { ContactCache } from './cache.ts'
import { mergeContacts, readStrays } from './merge.ts'
import { type ContactPlan, type PersonHint, planContacts } from './plan.ts'
import {
  type ContactRow,
  insertContacts,
  lockAddresses,
  lockContact,
  readContactsByAddress,
  updateContacts,
} from './store.ts'

/** Two contacts of a client turned out to be one person. */
export interface MergedContact {
  /** The address that is no longer canonical. */
  from: string
  to: string
}

export interface ResolvedContacts {
  /** The canonical address of a person; groups and unknown addresses are their own. */
  idOf(address: string): string
  find(address: string): ContactRow | undefined
  /** People who were two rows until now. */
  merged: MergedContact[]
}

/** Rounds of a resolution that met a contact somebody else was just storing. */
const MAX_ROUNDS = 4

/** An address as a hint: phone numbers and LIDs name people, everything else names nobody. */
export function toPersonHint(address: string): PersonHint | null {
  if (isPhoneAddress(address)) return { phone: address, lid: null }
  if (isLid(address)) return { phone: null, lid: address }
  return null
}

const addressesOf = (hint: PersonHint): string[] =>
  [hint.phone, hint.lid].filter((address) => address !== null)

/** Whether a cached contact already says everything a hint does. */
function agrees(row: ContactRow, hint: PersonHint): boolean {
  return (
    (hint.phone === null || hint.phone === row.phone || hint.phone === row.id) &&
    (hint.lid === null || hint.lid === row.lid || hint.lid === row.id) &&
    (hint.name ?? row.name) === row.name &&
    (hint.notify ?? row.notify) === row.notify &&
    (hint.username === undefined || hint.username === row.username)
  )
}

/**
 * Finds or makes the contact of every hint, completes what became known and merges rows that turned out to be one
 * person, all in the caller's transaction. Costs nothing when the cache already knows it all.
 */
export async function resolveContacts(
  tx: Executor,
  clientId: string,
  hints: readonly PersonHint[],
  cache?: ContactCache,
): Promise<ResolvedContacts> {
  const cached = new Map<string, ContactRow>()
  const open: PersonHint[] = []
  for (const hint of hints) {
    const row = addressesOf(hint)
      .map((address) => cache?.get(clientId, address))
      .find((found) => found !== undefined)
    if (!row || !agrees(row, hint)) open.push(hint)
    else for (const address of addressesOf(hint)) cached.set(address, row)
  }
  const plan = open.length === 0 ? null : await carryOut(tx, clientId, open, cache)
  const find = (address: string) => plan?.find(address) ?? cached.get(address)
  return { find, idOf: (address) => find(address)?.id ?? address, merged: plan?.merges ?? [] }
}

async function carryOut(
  tx: Executor,
  clientId: string,
  hints: readonly PersonHint[],
  cache: ContactCache | undefined,
): Promise<ContactPlan> {
  const addresses = [...new Set(hints.flatMap(addressesOf))]
  let isLocked = false
  for (let round = 1; ; round += 1) {
    const known = await readContactsByAddress(tx, clientId, addresses)
    const plan = planContacts(known, hints)
    if (!isLocked && changesAddresses(plan, known)) {
      // Who is who may have been decided by somebody else meanwhile: look again under the lock.
      await lockAddresses(tx, clientId)
      isLocked = true
      continue
    }
    const stored = plan.inserts.length === 0 ? 0 : await insertContacts(tx, clientId, plan.inserts)
    // Somebody else stored one of them meanwhile; the next look finds it.
    if (stored < plan.inserts.length && round < MAX_ROUNDS) continue
    if (stored < plan.inserts.length) throw new Error('a contact could neither be stored nor found')
    for (const merge of plan.merges) await mergeContacts(tx, clientId, merge)
    if (plan.updates.length > 0) await updateContacts(tx, clientId, plan.updates)
    refreshCache(clientId, known, plan, cache)
    return plan
  }
}

function changesAddresses(plan: ContactPlan, known: readonly ContactRow[]): boolean {
  if (plan.merges.length > 0) return true
  const before = new Map(known.map((row) => [row.id, row]))
  return plan.updates.some(({ id, phone, lid }) => {
    const row = before.get(id)
    return row?.phone !== phone || row.lid !== lid
  })
}

/** Rows are cached once they are found as committed; what this transaction changes is read anew the next time. */
function refreshCache(
  clientId: string,
  known: readonly ContactRow[],
  plan: ContactPlan,
  cache: ContactCache | undefined,
): void {
  if (!cache) return
  const changed = new Set([...plan.updates.map((r) => r.id), ...plan.merges.flatMap((m) => [m.from, m.to])])
  for (const row of known) {
    if (changed.has(row.id)) cache.forget(clientId, [row.id, row.phone, row.lid])
    else cache.set(clientId, row)
  }
}

/**
 * The canonical address of a person, who becomes a contact when not known yet. Groups and the status feed are
 * their own canonical address. Use it in the transaction that writes what it is for: until that ends, the contact is
 * not merged into another.
 */
export async function resolveContact(
  tx: Executor,
  clientId: string,
  who: string | { phone?: string | null; lid?: string | null },
): Promise<string> {
  const hint =
    typeof who === 'string' ? toPersonHint(who) : { phone: who.phone ?? null, lid: who.lid ?? null }
  const address = typeof who === 'string' ? who : (who.phone ?? who.lid)
  if (!address) throw new Error('a contact needs a phone address or a LID')
  if (!hint || isGroup(address)) return address
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const id = (await resolveContacts(tx, clientId, [hint])).idOf(address)
    if (await lockContact(tx, clientId, id)) return id
  }
  throw new Error('a contact became another one again and again')
}

/**
 * A number somebody named turned out to be another form of one the network knows: what was stored under it is that
 * person's. Finds or makes the contact of the network's form, and merges the other into it.
 */
export async function resolveForm(
  tx: Executor,
  clientId: string,
  named: string,
  hint: PersonHint,
  cache?: ContactCache,
): Promise<ResolvedContacts> {
  if (named === hint.phone) return resolveContacts(tx, clientId, [hint], cache)
  await lockAddresses(tx, clientId)
  const [stray] = (await readContactsByAddress(tx, clientId, [named])).filter(({ id }) => id === named)
  const resolved = await resolveContacts(tx, clientId, [hint], cache)
  const person = resolved.find(addressesOf(hint)[0] ?? named)
  if (stray === undefined || person === undefined || stray.id === person.id) return resolved
  const names = {
    name: person.name ?? stray.name,
    notify: person.notify ?? stray.notify,
    username: person.username ?? stray.username,
  }
  await mergeContacts(tx, clientId, { from: stray.id, to: person.id })
  await updateContacts(tx, clientId, [{ ...person, ...names }])
  cache?.forget(clientId, [stray.id, person.id, person.phone, person.lid])
  return { ...resolved, merged: [...resolved.merged, { from: stray.id, to: person.id }] }
}

/**
 * Brings over to a contact what somebody wrote for an address it took over, having looked that up before. Answers the
 * addresses concerned. Run it after contacts were merged, and when a client begins to be worked for.
 */
export async function gatherStrays(db: Database, clientId: string): Promise<{ from: string; to: string }[]> {
  const strays = await readStrays(db, clientId)
  for (const stray of strays) await db.transaction((tx) => mergeContacts(tx, clientId, stray))
  return strays
}

/** The canonical address as far as it is known; stores nothing. An unknown address is its own. */
export async function findContactId(db: Executor, clientId: string, address: string): Promise<string> {
  if (!toPersonHint(address)) return address
  const rows = await readContactsByAddress(db, clientId, [address])
  return rows[0]?.id ?? address
}
