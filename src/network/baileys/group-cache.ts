import type { GroupMetadata, WASocket } from 'baileys'
import { type Address, isLid, isPhoneAddress, toAddress } from '../../core/addresses.ts'

const MAX_GROUPS = 500
/** Changes are told by the network; this is for one that was missed. */
const MAX_AGE_MS = 3_600_000

export interface GroupCache {
  /** Who is in a group, asked of the network once until something about it changes. */
  find(group: string): Promise<GroupMetadata>
  /** The group changed, or a send to it was refused. */
  forget(group: string): void
}

export function createGroupCache(
  ask: (group: string) => Promise<GroupMetadata>,
  now: () => number,
): GroupCache {
  const known = new Map<string, { found: Promise<GroupMetadata>; atMs: number }>()
  return {
    find(group) {
      const entry = known.get(group)
      if (entry && now() - entry.atMs < MAX_AGE_MS) return entry.found
      // An answer that comes after the group changed stays with who asked for it: the entry is gone by then.
      const found = ask(group)
      const fresh = { found, atMs: now() }
      known.set(group, fresh)
      found.catch(() => {
        if (known.get(group) === fresh) known.delete(group)
      })
      for (const oldest of known.keys()) {
        if (known.size <= MAX_GROUPS) break
        known.delete(oldest)
      }
      return found
    },
    forget: (group) => void known.delete(group),
  }
}

const isNamed = (jid: string | undefined, person: Address): boolean => !!jid && toAddress(jid) === person

/** How a group names a person, whichever of their addresses is given; who left is looked up among all who are known. */
export async function findMemberAddress(
  { signalRepository: { lidMapping } }: WASocket,
  { participants, addressingMode }: GroupMetadata,
  person: Address,
): Promise<Address> {
  const member = participants.find(({ id, lid, phoneNumber }) =>
    [id, lid, phoneNumber].some((jid) => isNamed(jid, person)),
  )
  if (member) return toAddress(member.id)
  const byLid = addressingMode === 'lid'
  let other: string | null = null
  if (byLid && isPhoneAddress(person)) other = await lidMapping.getLIDForPN(person)
  else if (!byLid && isLid(person)) other = await lidMapping.getPNForLID(person)
  return other ? toAddress(other) : person
}
