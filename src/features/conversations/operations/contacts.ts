import type { Handlers } from '../../../contract/handlers.ts'
import { type Address, isLid, isPhoneAddress, STATUS_ADDRESS } from '../../../core/addresses.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { readContactsByAddress } from '../../contacts/index.ts'
import { fileUrl } from '../../media/index.ts'
import { type FoundPicture, isFresh, readPicture } from '../../pictures/index.ts'
import type { UsernameQuery } from '../records/people/named-people.ts'
import { badField } from '../records/refusals.ts'
import type { ChatService } from './ask-owner.ts'

export type NetworkContactOperation = 'check' | 'profilePicture' | 'block' | 'unblock' | 'listBlocked'

/** The client whose own address it is. */
const OWN = statement<{ address: string }>(
  'chat_find_own_address',
  'select address from client where id = $1 and (address = $2 or lid = $2)',
)

/** Over the primary keys. */
const BLOCKED = statement<{
  jid: string
  phoneNumber: string | null
  lid: string | null
  name: string | null
}>(
  'chat_list_blocked',
  `select b.jid, '+' || split_part(coalesce(c.phone, case when b.jid like '%@s.whatsapp.net' then b.jid end), '@', 1) as "phoneNumber",
     coalesce(c.lid, case when b.jid like '%@lid' then b.jid end) as lid, coalesce(c.name, c.notify, '@' || c.username) as name
   from blocked_person b left join contact c on c.client_id = b.client_id and c.id = b.jid
   where b.client_id = $1 order by coalesce(c.name, c.notify, c.username, b.jid)`,
)

/** Whose picture it is, by their canonical address; files are kept of contacts, groups and the account itself. */
async function findWhose(
  db: Executor,
  clientId: string,
  jid: Address,
): Promise<{ jid: string; keeps: boolean }> {
  if (!isPhoneAddress(jid) && !isLid(jid)) return { jid, keeps: true }
  const [contact] = await readContactsByAddress(db, clientId, [jid])
  if (contact) return { jid: contact.id, keeps: true }
  const own = await db.queryOne(OWN, [clientId, jid])
  return { jid: own?.address ?? jid, keeps: own !== undefined }
}

/** As the contract has it: what was asked and not answered yet is no answer. */
const toFound = (jid: string, { state, pictureId, fileId, link }: FoundPicture) => ({
  jid,
  state: state === 'unknown' ? ('none' as const) : state,
  id: pictureId,
  url: link,
  fileUrl: fileId === null ? null : fileUrl(fileId),
})

/** What can be asked of the network about people. */
export function createContactHandlers({
  db,
  service,
}: {
  db: Executor
  service: ChatService
}): Pick<Handlers['contacts'], NetworkContactOperation> {
  const setBlocked = async (clientId: string, person: Address, isBlocked: boolean) => {
    if (!isPhoneAddress(person) && !isLid(person))
      throw badField('contactJid', 'NOT_A_PERSON', { given: person })
    await service.setBlocked(clientId, { person, isBlocked })
    return { success: true } as const
  }
  const findUsername = async (clientId: string, query: UsernameQuery) => {
    const found = await service.findUsername(clientId, query)
    if (found.state !== 'found') return { username: query.username, state: found.state, lid: null, jid: null }
    const { username, state, lid, phone } = found
    return { username, state, lid, jid: phone }
  }
  return {
    block: ({ clientId, contactJid }) => setBlocked(clientId, contactJid, true),
    unblock: ({ clientId, contactJid }) => setBlocked(clientId, contactJid, false),
    listBlocked: async ({ clientId }) => ({ blocked: await db.query(BLOCKED, [clientId]) }),
    async profilePicture({ clientId, jid, size }) {
      if (jid === STATUS_ADDRESS) throw badField('jid', 'STATUS_HAS_NO_PICTURE', {})
      const whose = await findWhose(db, clientId, jid)
      const known = size === 'preview' ? await readPicture(db, clientId, whose.jid) : undefined
      const isKnown = known !== undefined && isFresh(known)
      const picture = isKnown ? known : await service.findPicture(clientId, { ...whose, of: jid, size })
      return toFound(whose.jid, picture)
    },
    async check({ clientId, phoneNumbers = [], usernames = [] }) {
      const [found, named] = await Promise.all([
        phoneNumbers.length === 0
          ? []
          : service.checkNumbers(
              clientId,
              phoneNumbers.map((number) => `+${number.replace(/\D/g, '')}`),
            ),
        Promise.all(usernames.map((query) => findUsername(clientId, query))),
      ])
      return {
        ...(usernames.length > 0 && { usernames: named }),
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
