import type { Handlers } from '../../../contract/handlers.ts'
import { isLid, isPhoneAddress, STATUS_ADDRESS } from '../../../core/addresses.ts'
import type { Executor } from '../../../db/transaction.ts'
import { findContactId } from '../../contacts/index.ts'
import { badField } from '../records/refusals.ts'
import type { ChatService } from './ask-owner.ts'

/** What can be asked of the network about people. */
export function createContactHandlers({
  db,
  service,
}: {
  db: Executor
  service: ChatService
}): Pick<Handlers['contacts'], 'check' | 'profilePicture'> {
  return {
    async profilePicture({ clientId, jid, size }) {
      if (jid === STATUS_ADDRESS) throw badField('jid', 'STATUS_HAS_NO_PICTURE', {})
      const picture = await service.findPicture(clientId, { of: jid, size })
      const isPerson = isPhoneAddress(jid) || isLid(jid)
      return {
        jid: isPerson ? await findContactId(db, clientId, jid) : jid,
        state: picture.state,
        url: picture.state === 'found' ? picture.url : null,
      }
    },
    async check({ clientId, phoneNumbers }) {
      const found = await service.checkNumbers(
        clientId,
        phoneNumbers.map((number) => `+${number.replace(/\D/g, '')}`),
      )
      return {
        contacts: found.map(({ phoneNumber, exists, address, lid }) => ({
          phoneNumber,
          exists,
          jid: address,
          lid,
        })),
      }
    },
  }
}
