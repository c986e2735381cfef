import type { Bus } from '../../../bus/port.ts'
import type { Handlers, OwnerId, Principal } from '../../../contract/handlers.ts'
import { toActor } from '../../../core/conversation/conversation-entry.ts'
import type { ConversationEvent } from '../../../core/conversation/flow-event.ts'
import type { Database } from '../../../db/client.ts'
import { toJsonText } from '../../../db/json-text.ts'
import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { findContactId, resolveContact } from '../../contacts/index.ts'
import { selectPicture } from '../../pictures/index.ts'
import { lockConversation } from '../decide/conversation-sql.ts'
import { LIVE_SQL } from '../records/live-runs.ts'
import { createContactList, NOTED_COLUMNS, type NotedRow, toNoted } from './contact-list.ts'
import { sourceOf } from './starts.ts'

type ContactHandlers = Pick<Handlers['contacts'], 'get' | 'list' | 'update'>
type State = Awaited<ReturnType<ContactHandlers['get']>>

type Row = NotedRow & Pick<State, 'run'>

/** Over the primary keys and the index of live runs. A contact nobody wrote with yet has no row and no flags. */
const READ = statement<Row>(
  'contact_automation_read',
  `select $2 as id, ${selectPicture('$1', '$2')} as picture, ${NOTED_COLUMNS},
     (select jsonb_build_object('id', s.id, 'flowId', s.flow_id, 'flowName', f.name, 'state', s.state)
      from flow_state s join flow f on f.id = s.flow_id
      where s.client_id = $1 and s.contact_jid = $2 and s.${LIVE_SQL} limit 1) as run
   from (select 1) one
   left join contact c on c.client_id = $1 and c.id = $2
   left join contact_automation a on a.client_id = $1 and a.jid = $2`,
)

const WRITE_TAGS = statement<never>(
  'contact_tags_write',
  'update contact_automation set tags = $3::jsonb, updated_at = now() where client_id = $1 and jid = $2',
)

/** $3 the values to keep by the names of fields, $4 the names of those to take away. */
const WRITE_FIELDS = statement<never>(
  'contact_fields_write',
  `update contact_automation set fields = (fields || $3::jsonb) - $4::text[], updated_at = now()
   where client_id = $1 and jid = $2`,
)

async function writeTags(tx: Transaction, clientId: string, jid: string, tags: readonly string[]) {
  await lockConversation(tx, clientId, jid)
  await tx.query(WRITE_TAGS, [clientId, jid, JSON.stringify([...new Set(tags)])])
}

async function writeFields(tx: Transaction, clientId: string, jid: string, values: Record<string, unknown>) {
  const gone = Object.keys(values).filter((name) => values[name] === null)
  await lockConversation(tx, clientId, jid)
  await tx.query(WRITE_FIELDS, [clientId, jid, toJsonText(values), gone])
}

/** What automation knows of a contact, for the people who look after it. */
export function createContactAutomation(deps: {
  db: Database
  bus: Bus
  newId: () => string
  /** Values as the fields of a person's contacts hold them. */
  readFieldValues(owner: OwnerId, values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  /** Hands a request to its conversation and waits for what it comes to. */
  request(event: ConversationEvent): Promise<unknown>
}): ContactHandlers {
  const { db, bus, newId, request } = deps

  async function read(clientId: string, jid: string): Promise<State> {
    const row = await db.queryOne(READ, [clientId, jid])
    if (!row) throw new Error('a contact was read without an answer')
    return { ...toNoted(row), run: row.run }
  }

  /** Conversations are read with each event, so an owner that misses this is only a moment late. */
  function notifyOwner(clientId: string, jid: string): void {
    const command = { name: 'runs.invalidate', input: { contactJid: jid } }
    void bus.request(clientId, command, { commandId: newId(), timeoutMs: 5_000 }).catch(() => {})
  }

  /** An event of the conversation like any other: the run under way is handed over too, and its timers keep still. */
  async function handOff(clientId: string, contactJid: string, handoffSec: number, principal: Principal) {
    const eventId = `handoff:${newId()}`
    const by = toActor(principal)
    const event = { type: 'human_message' as const, eventId, text: '', handoffSec, by }
    await request({ clientId, contactJid, source: sourceOf(principal), event })
    bus.publish('events.logged', {})
  }

  return {
    async get({ clientId, contactJid }) {
      return await read(clientId, await findContactId(db, clientId, contactJid))
    },
    list: createContactList(db),
    async update({ clientId, contactJid, tags, fields, handoffSec }, { principal, owner }) {
      const values = fields && (await deps.readFieldValues(owner, fields))
      const jid = await db.transaction(async (tx) => {
        const found = await resolveContact(tx, clientId, contactJid)
        if (tags) await writeTags(tx, clientId, found, tags)
        if (values) await writeFields(tx, clientId, found, values)
        return found
      })
      bus.publish('events.logged', {})
      if (handoffSec !== undefined) await handOff(clientId, jid, handoffSec, principal)
      else notifyOwner(clientId, jid)
      return await read(clientId, jid)
    },
  }
}
