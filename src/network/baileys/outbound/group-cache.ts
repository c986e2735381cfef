import type { GroupMetadata, WASocket } from 'baileys'
import { type Address, isLid, isPhoneAddress, toAddress } from '../../../core/addresses.ts'
import type { PersonAddresses } from '../../port.ts'
import { toPerson } from '../../translate/people.ts'
import { createBoundedCache } from '../keys/bounded-cache.ts'

const MAX_GROUPS = 500
/** Groups whose members can be looked up by either address; a member confirms what was just sent. */
const MAX_INDEXED = 50
/** Changes are told by the network; this is for one that was missed. */
const MAX_AGE_MS = 3_600_000

export interface GroupCache {
  /** Who is in a group, asked of the network once until something about it changes. */
  find(group: string): Promise<GroupMetadata>
  /** The group changed, or a send to it was refused. */
  forget(group: string): void
  /** Both addresses of a member, as the group last told them; null when it did not, or not of this one. */
  knownMember(group: string, member: PersonAddresses): PersonAddresses | null
  /**
   * Both addresses of a member, for which the group is asked when it is not known; what was given where it does not say.
   * Without this somebody who never writes and is in two groups, by LID and by number, would be two people.
   */
  nameFully(group: string, member: PersonAddresses): Promise<PersonAddresses>
}

export function createGroupCache(
  ask: (group: string) => Promise<GroupMetadata>,
  now: () => number,
): GroupCache {
  const known = new Map<string, { found: Promise<GroupMetadata>; atMs: number }>()
  const indexed = new Map<string, ReadonlyMap<Address, PersonAddresses>>()
  /** A group that does not answer, as we have left it, is not asked again for each receipt. */
  const silent = createBoundedCache(MAX_GROUPS, MAX_AGE_MS, now)

  function index(group: string, { participants }: GroupMetadata): void {
    const people = participants.map(({ id, lid, phoneNumber }) => toPerson(id, lid, phoneNumber))
    indexed.delete(group)
    indexed.set(
      group,
      new Map(
        people.flatMap((person) =>
          [person.phone, person.lid].flatMap((address) => (address ? [[address, person] as const] : [])),
        ),
      ),
    )
    for (const oldest of indexed.keys()) {
      if (indexed.size <= MAX_INDEXED) break
      indexed.delete(oldest)
    }
  }

  function knownMember(group: string, member: PersonAddresses): PersonAddresses | null {
    const own = member.phone ?? member.lid
    return (own !== null && indexed.get(group)?.get(own)) || null
  }

  const cache: GroupCache = {
    find(group) {
      const entry = known.get(group)
      if (entry && now() - entry.atMs < MAX_AGE_MS) return entry.found
      // An answer that comes after the group changed stays with who asked for it: the entry is gone by then.
      const found = ask(group)
      const fresh = { found, atMs: now() }
      known.set(group, fresh)
      found.then(
        (metadata) => index(group, metadata),
        () => {
          if (known.get(group) === fresh) known.delete(group)
        },
      )
      for (const oldest of known.keys()) {
        if (known.size <= MAX_GROUPS) break
        known.delete(oldest)
      }
      return found
    },
    forget(group) {
      known.delete(group)
      silent.del(group)
    },
    knownMember,
    async nameFully(group, member) {
      if (silent.get(group) !== undefined) return member
      try {
        const metadata = await cache.find(group)
        // It may have been found long ago, and others have been looked up since.
        if (!indexed.has(group)) index(group, metadata)
      } catch {
        silent.set(group, true)
      }
      return knownMember(group, member) ?? member
    },
  }
  return cache
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
