import type { Contact } from 'baileys'
import { toAddress, toPhoneNumber } from '../../../core/addresses.ts'
import type { OwnAddresses } from '../../port.ts'

/** The account's addresses and name as its credentials tell them. */
export function toOwnAddresses(me: Contact | undefined): OwnAddresses {
  const address = toAddress(me?.id ?? '')
  return {
    address,
    lid: me?.lid ? toAddress(me.lid) : null,
    phoneNumber: toPhoneNumber(address) ?? '',
    pushName: me?.name?.replace(/^~$/, '') || null,
  }
}
