import type { PersonAddresses } from '../../port.ts'

const MAX_KNOWN = 5000

interface Person extends PersonAddresses {
  pushName: string | null
}

/** What a connection has told of people. Each message of theirs says it again, and so does the library beside it. */
export interface KnownPeople {
  /** True when this says anything that was not told: it is taken as told from now on. */
  isNews(addresses: PersonAddresses, pushName: string | null): boolean
}

const FACTS = ['phone', 'lid', 'pushName'] as const

/** Of one address alone only a name is worth telling. */
const saysAnything = ({ phone, lid, pushName }: Person): boolean =>
  pushName === null ? phone !== null && lid !== null : phone !== null || lid !== null

const merge = (told: Person, said: Person): Person => ({
  phone: said.phone ?? told.phone,
  lid: said.lid ?? told.lid,
  pushName: said.pushName ?? told.pushName,
})

export function createKnownPeople(max = MAX_KNOWN): KnownPeople {
  const known = new Map<string, Person>()
  return {
    isNews(addresses, pushName) {
      const said: Person = { ...addresses, pushName }
      if (!saysAnything(said)) return false
      const told = known.get(said.phone ?? said.lid ?? '')
      if (told && FACTS.every((fact) => said[fact] === null || said[fact] === told[fact])) return false
      const person = told ? merge(told, said) : said
      if (known.size >= max) known.clear()
      for (const address of [person.phone, person.lid]) if (address !== null) known.set(address, person)
      return true
    },
  }
}
