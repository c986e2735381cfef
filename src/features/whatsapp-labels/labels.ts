import type { Bus } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import type { Address } from '../../core/addresses.ts'
import { refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import type { NetworkLabel } from '../../network/port.ts'
import { AskAccount } from '../account-acts/index.ts'
import { findContactId } from '../contacts/index.ts'
import { type LabelActs, WHATSAPP_LABEL_COMMAND } from './commands.ts'
import { LIST, PLACES, PLACES_OF_LABEL, type PlaceRow } from './store.ts'

type LabelHandlers = Handlers['whatsappLabels']

export interface WhatsappLabelDeps {
  db: Database
  bus: Bus
  newId(): string
}

/** Over message_identity. */
const FIND_MESSAGE = statement<{ id: string }>(
  'whatsapp_label_find_message',
  'select id from message where client_id = $1 and chat = $2 and id = $3 limit 1',
)

const toLabel = ({ id, name, colour, kind, predefinedId, isActive, isFixed }: NetworkLabel) => ({
  ...{ id, name, colour, kind, predefinedId, isActive, isFixed },
})

const toCursor = ({ chat, labelId, messageId }: PlaceRow): string =>
  Buffer.from(JSON.stringify([chat, labelId, messageId])).toString('base64url')

const START = ['', '', '']

function readCursor(cursor: string | undefined): string[] {
  if (cursor === undefined) return START
  const refused = refusal('BAD_REQUEST', 'PLACE_UNKNOWN', { list: 'pages' })
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown
    if (
      Array.isArray(parts) &&
      parts.length === START.length &&
      parts.every((part) => typeof part === 'string')
    )
      return parts
  } catch {
    throw refused
  }
  throw refused
}

/** Labels that WhatsApp keeps for the accounts of clients: changed at the network, and read from what its devices told last. */
export class WhatsappLabels {
  readonly handlers: LabelHandlers

  constructor({ db, bus, newId }: WhatsappLabelDeps) {
    const account = new AskAccount<LabelActs>({ bus, newId }, WHATSAPP_LABEL_COMMAND)
    this.handlers = {
      async list({ clientId }) {
        const rows = await db.query(LIST, [clientId])
        return { labels: rows.map((row) => ({ ...row, kind: row.kind as NetworkLabel['kind'] })) }
      },
      async create({ clientId, name, colour }) {
        return toLabel(await account.ask(clientId, 'create', { name, colour: colour ?? null }))
      },
      async update({ clientId, labelId: id, name, colour }) {
        const change = { ...(name !== undefined && { name }), ...(colour !== undefined && { colour }) }
        return toLabel(await account.ask(clientId, 'change', { id, ...change }))
      },
      async delete({ clientId, labelId: id }) {
        await account.ask(clientId, 'remove', { id })
        return { success: true }
      },
      async put({ clientId, target, labelId, messageId = null, labelled }) {
        const chat = (await findContactId(db, clientId, target)) as Address
        if (messageId !== null && !(await db.queryOne(FIND_MESSAGE, [clientId, chat, messageId])))
          throw refusal('NOT_FOUND', 'MESSAGE_NOT_FOUND', { id: messageId })
        const asked = { id: labelId, place: { chat, messageId }, isOn: labelled }
        const label = toLabel(await account.ask(clientId, 'put', asked))
        return { clientId, jid: chat, messageId, label, labelled }
      },
      async listPlaces({ clientId, labelId, jid, cursor, limit }) {
        const chat = jid === undefined ? null : await findContactId(db, clientId, jid)
        const asked = [clientId, chat, ...readCursor(cursor), limit + 1]
        const found = await (labelId === undefined
          ? db.query(PLACES, asked)
          : db.query(PLACES_OF_LABEL, [...asked, labelId]))
        const places = found.slice(0, limit)
        const last = places.at(-1)
        return {
          places: places.map(({ labelId: id, chat, messageId }) => ({
            ...{ labelId: id, jid: chat, messageId: messageId || null },
          })),
          nextCursor: last && found.length > limit ? toCursor(last) : null,
        }
      },
    }
  }
}
