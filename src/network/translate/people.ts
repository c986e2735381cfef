import { isLid, isPhoneAddress, toAddress } from '../../core/addresses.ts'
import type { PersonAddresses } from '../port.ts'

type Jid = string | null | undefined

export const NOBODY: PersonAddresses = { phone: null, lid: null }

/** Both addresses of one person out of the forms the network gave, in any order and with any device part. */
export function toPerson(...jids: readonly Jid[]): PersonAddresses {
  const person: PersonAddresses = { phone: null, lid: null }
  for (const jid of jids) {
    if (!jid) continue
    const address = toAddress(jid)
    if (isPhoneAddress(address)) person.phone ??= address
    else if (isLid(address)) person.lid ??= address
    else if (address.endsWith('@hosted'))
      person.phone ??= toAddress(address.replace(/hosted$/, 's.whatsapp.net'))
    else if (address.endsWith('@hosted.lid')) person.lid ??= toAddress(address.replace(/hosted\.lid$/, 'lid'))
  }
  return person
}

export const isSamePerson = (a: PersonAddresses, b: PersonAddresses): boolean =>
  (a.phone !== null && a.phone === b.phone) || (a.lid !== null && a.lid === b.lid)

/** Whether an address, whatever its device part, belongs to this person. */
export const isAddressOf = (person: PersonAddresses, jid: Jid): boolean =>
  Boolean(jid) && isSamePerson(person, toPerson(jid))
