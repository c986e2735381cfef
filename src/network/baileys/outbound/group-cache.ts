import type { GroupMetadata, WASocket } from 'baileys'
import { type Address, isLid, isPhoneAddress, STATUS_ADDRESS, toAddress } from '../../../core/addresses.ts'
import type { PersonAddresses } from '../../port.ts'
import { toPerson } from '../../translate/people.ts'
import { type BoundedCache, createBoundedCache } from '../keys/bounded-cache.ts'

const MAX_GROUPS = 500
/** Groups whose members can be looked up by either address; a member confirms what was just sent. */
const MAX_INDEXED = 50
/** Changes are told by the network; this is for one that was missed. */
const MAX_AGE_MS = 3_600_000

/** Who is in groups, as the network told it last. */
export class GroupCache {
  private readonly ask: (group: string) => Promise<GroupMetadata>
  private readonly now: () => number
  private readonly known = new Map<string, { found: Promise<GroupMetadata>; atMs: number }>()
  private readonly indexed = new Map<string, ReadonlyMap<Address, PersonAddresses>>()
  /** A group that does not answer, as we have left it, is not asked again for each receipt. */
  private readonly silent: BoundedCache

  constructor(ask: (group: string) => Promise<GroupMetadata>, now: () => number) {
    this.ask = ask
    this.now = now
    this.silent = createBoundedCache(MAX_GROUPS, MAX_AGE_MS, now)
  }

  /** Who is in a group, asked of the network once until something about it changes. */
  find(group: string): Promise<GroupMetadata> {
    const entry = this.known.get(group)
    if (entry && this.now() - entry.atMs < MAX_AGE_MS) return entry.found
    // An answer that comes after the group changed stays with who asked for it: the entry is gone by then.
    const found = this.ask(group)
    const fresh = { found, atMs: this.now() }
    this.known.set(group, fresh)
    found.then(
      (metadata) => this.index(group, metadata),
      () => {
        if (this.known.get(group) === fresh) this.known.delete(group)
      },
    )
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MAX_GROUPS) break
      this.known.delete(oldest)
    }
    return found
  }

  /** The group changed, or a send to it was refused. */
  forget(group: string): void {
    this.known.delete(group)
    this.silent.del(group)
  }

  /** Both addresses of a member, as the group last told them; null when it did not, or not of this one. */
  knownMember(group: string, member: PersonAddresses): PersonAddresses | null {
    const own = member.phone ?? member.lid
    return (own !== null && this.indexed.get(group)?.get(own)) || null
  }

  /**
   * Both addresses of a member, for which the group is asked when it is not known; what was given where it does not say.
   * Without this somebody who never writes and is in two groups, by LID and by number, would be two people.
   */
  async nameFully(group: string, member: PersonAddresses): Promise<PersonAddresses> {
    if (this.silent.get(group) !== undefined) return member
    try {
      const metadata = await this.find(group)
      // It may have been found long ago, and others have been looked up since.
      if (!this.indexed.has(group)) this.index(group, metadata)
    } catch {
      this.silent.set(group, true)
    }
    return this.knownMember(group, member) ?? member
  }

  private index(group: string, { participants }: GroupMetadata): void {
    const people = participants.map(({ id, lid, phoneNumber }) => toPerson(id, lid, phoneNumber))
    this.indexed.delete(group)
    this.indexed.set(
      group,
      new Map(
        people.flatMap((person) =>
          [person.phone, person.lid].flatMap((address) => (address ? [[address, person] as const] : [])),
        ),
      ),
    )
    for (const oldest of this.indexed.keys()) {
      if (this.indexed.size <= MAX_INDEXED) break
      this.indexed.delete(oldest)
    }
  }
}

const isNamed = (jid: string | undefined, person: Address): boolean => !!jid && toAddress(jid) === person

/** How a chat of many names a person: in the feed of statuses by LID, wherever one is known. */
export async function nameIn(
  socket: WASocket,
  groups: GroupCache,
  chat: Address,
  person: Address,
): Promise<Address> {
  if (chat !== STATUS_ADDRESS) return findMemberAddress(socket, await groups.find(chat), person)
  const lid = isLid(person) ? null : await socket.signalRepository.lidMapping.getLIDForPN(person)
  return lid ? toAddress(lid) : person
}

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
