import type { PersonAddresses } from '../../port.ts'

const MAX_KNOWN = 5000

/** What the network calls a person: the name they chose, and the one by which they may be found. */
export interface PersonNames {
  pushName: string | null
  username: string | null
}

type Person = PersonAddresses & PersonNames

/** What a connection has told of people. Each message of theirs says it again, and so does the library beside it. */
export interface KnownPeople {
  /** True when this says anything that was not told: it is taken as told from now on. */
  isNews(addresses: PersonAddresses, names: PersonNames): boolean
  /** The network told it beside: a message that says otherwise is news again. */
  rename(address: string, username: string | null): void
}

const FACTS = ['phone', 'lid', 'pushName', 'username'] as const

/** Of one address alone only a name is worth telling. */
const hasAddressOrName = ({ phone, lid, pushName, username }: Person): boolean =>
  pushName === null && username === null ? phone !== null && lid !== null : phone !== null || lid !== null

const merge = (earlier: Person, seen: Person): Person => ({
  phone: seen.phone ?? earlier.phone,
  lid: seen.lid ?? earlier.lid,
  pushName: seen.pushName ?? earlier.pushName,
  username: seen.username ?? earlier.username,
})

export function createKnownPeople(max = MAX_KNOWN): KnownPeople {
  const known = new Map<string, Person>()
  const keep = (person: Person): void => {
    for (const address of [person.phone, person.lid]) if (address !== null) known.set(address, person)
  }
  return {
    rename(address, username) {
      const person = known.get(address)
      if (person) keep({ ...person, username })
    },
    isNews(addresses, names) {
      const seen: Person = { ...addresses, ...names }
      if (!hasAddressOrName(seen)) return false
      const earlier = known.get(seen.phone ?? seen.lid ?? '')
      if (earlier && FACTS.every((fact) => seen[fact] === null || seen[fact] === earlier[fact])) return false
      const person = earlier ? merge(earlier, seen) : seen
      if (known.size >= max) known.clear()
      keep(person)
      return true
    },
  }
}
