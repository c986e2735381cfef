import type { Handlers } from '../../../contract/handlers.ts'
import { toPhoneNumber } from '../../../core/addresses.ts'
import type { RefusalParams } from '../../../core/refusal-reasons.ts'
import type { Database } from '../../../db/client.ts'
import type { NetworkConnector } from '../../../network/port.ts'
import { findContactId, readContacts } from '../../contacts/index.ts'
import { fileUrl } from '../../media/index.ts'
import { parseCursor } from '../read/cursor.ts'
import { type InboxEntry, type MessageFile, readInboxPage } from '../read/inbox.ts'
import { readPage } from '../read/pages.ts'
import { searchMessages } from '../read/search.ts'
import type { SharedLists } from '../read/shared-lists.ts'
import { badField } from '../records/refusals.ts'
import { listSeenClients } from './desk/desk.ts'
import { toDetails } from './details.ts'

type ListHandlers = Pick<
  Handlers['chat'],
  'getConversationMessages' | 'listMessages' | 'listConversations' | 'searchMessages' | 'fetchContacts'
>

export interface ListDeps {
  db: Database
  lists: SharedLists
  connector: Pick<NetworkConnector, 'toJson'>
}

type List = RefusalParams['PLACE_UNKNOWN']['list']

/** Where a page begins; null at the start of the list. */
function readCursor(cursor: string | undefined, list: List): ReturnType<typeof parseCursor> {
  if (cursor === undefined) return null
  const from = parseCursor(cursor)
  if (!from) throw badField('cursor', 'PLACE_UNKNOWN', { list })
  return from
}

const toFailure = ({ errorCode: code, errorParams: params }: InboxEntry) =>
  code === null ? null : { code, params: { ...params } }

const toFile = ({ id, ...file }: MessageFile) => ({
  ...file,
  url: file.state === 'stored' ? fileUrl(id) : null,
})

/** What is stored of conversations, in pages. */
export function createListHandlers({ db, lists, connector }: ListDeps): ListHandlers {
  return {
    async getConversationMessages({ clientId, jid, cursor, limit, direction }) {
      const from = readCursor(cursor, 'conversation')
      const chat = await findContactId(db, clientId, jid)
      return readPage(db, { clientId, chat, from, direction, limit })
    },
    async listMessages({ clientId, jid, cursor, limit, direction, starred: isStarred = false }) {
      const from = readCursor(cursor, 'inbox')
      const chat = await findContactId(db, clientId, jid)
      const query = { clientId, chat, from, limit, direction, isStarred }
      const { entries, nextCursor } = await readInboxPage(db, query)
      const messages = entries.map((entry) => ({
        ...toDetails(connector, entry),
        failure: toFailure(entry),
        quoted: entry.quoted,
        file: entry.file && toFile(entry.file),
        sender: entry.sender,
      }))
      return { messages, nextCursor }
    },
    async listConversations({ clientId, cursor, limit, ...asked }, ctx) {
      const { search = null, show = null, labelId = null, departmentId = null } = asked
      const from = readCursor(cursor, 'pages')
      const clientIds = await listSeenClients(db, clientId, ctx)
      const { userId } = ctx.principal
      return lists.list({ clientIds, from, limit, search, show, labelId, departmentId, userId })
    },
    async searchMessages({ clientId, jid, text, cursor, limit }) {
      const from = readCursor(cursor, 'pages')
      return searchMessages(db, { clientId, chat: await findContactId(db, clientId, jid), text, from, limit })
    },
    async fetchContacts({ clientId }) {
      const contacts = await readContacts(db, clientId)
      return {
        contacts: contacts.map(({ id, notify, username, lid, name, phone }) => ({
          id,
          notify,
          username,
          lid,
          name,
          phoneNumber: phone === null ? null : toPhoneNumber(phone),
        })),
      }
    },
  }
}
