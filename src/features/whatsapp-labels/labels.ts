import type { Bus } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import type { Address } from '../../core/addresses.ts'
import { refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import type { NetworkLabel } from '../../network/port.ts'
import { AskAccount } from '../account-acts/index.ts'
import { findContactId, readContactsByAddress } from '../contacts/index.ts'
import { runOnce } from '../idempotency/index.ts'
import { type LabelActs, WHATSAPP_LABEL_COMMAND, wakeLinkedLabels } from './commands.ts'
import { comparePair, endLink, linkPair } from './links.ts'
import { listPlaces } from './places.ts'
import { ADD_LABEL, LIST, toLabelValues } from './store.ts'

type LabelHandlers = Handlers['whatsappLabels']

export interface WhatsappLabelDeps {
  db: Database
  bus: Bus
  newId(): string
  newMessageId(): string
}

/** Over message_identity. */
const FIND_MESSAGE = statement<{ id: string }>(
  'whatsapp_label_find_message',
  'select id from message where client_id = $1 and chat = $2 and id = $3 limit 1',
)

const toLabel = ({ id, name, colour, kind, predefinedId, isActive, isFixed }: NetworkLabel) => ({
  ...{ id, name, colour, kind, predefinedId, isActive, isFixed },
})

/** Labels that WhatsApp keeps for the accounts of clients: changed at the network, and read from what its devices told last. */
export class WhatsappLabels {
  readonly handlers: LabelHandlers

  constructor({ db, bus, newId, newMessageId }: WhatsappLabelDeps) {
    const account = new AskAccount<LabelActs>({ bus, newId }, WHATSAPP_LABEL_COMMAND)
    this.handlers = {
      async list({ clientId }) {
        const rows = await db.query(LIST, [clientId])
        return { labels: rows.map((row) => ({ ...row, kind: row.kind as NetworkLabel['kind'] })) }
      },
      async create(input, { owner, principal, idempotencyKey = input.idempotencyKey }) {
        const { clientId, name, colour = null } = input
        const of = { userId: principal.userId, key: idempotencyKey, operation: 'whatsappLabels.create' }
        return runOnce({ db, newMessageId }, { ...of, body: { ...input } }, async (_id, repeat) => {
          const made = await account.ask(clientId, 'create', { name, colour, repeat })
          // The account tells of it a moment later; whoever made it finds it at once.
          await db.query(ADD_LABEL, toLabelValues(clientId, owner, made, false))
          return { response: toLabel(made), final: true }
        })
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
        const [person] = await readContactsByAddress(db, clientId, [chat])
        const others = [person?.phone, person?.lid].filter((address) => address && address !== chat)
        const asked = {
          ...{ id: labelId, place: { chat, messageId }, isOn: labelled },
          others: others as Address[],
        }
        const label = toLabel(await account.ask(clientId, 'put', asked))
        return { clientId, jid: chat, messageId, label, labelled }
      },
      compare: ({ clientId, labelId, workspaceLabelId }) =>
        comparePair(db, { clientId, labelId, workspaceLabelId }),
      async link({ clientId, labelId, workspaceLabelId }) {
        const broughtOver = await linkPair(db, { clientId, labelId, workspaceLabelId })
        wakeLinkedLabels({ bus, newId }, clientId)
        return broughtOver
      },
      async unlink({ clientId, labelId }) {
        await endLink(db, clientId, labelId)
        return { success: true }
      },
      async listPlaces({ clientId, jid, ...wanted }) {
        const chat = jid === undefined ? undefined : await findContactId(db, clientId, jid)
        return listPlaces(db, { clientId, chat, ...wanted })
      },
    }
  }
}
