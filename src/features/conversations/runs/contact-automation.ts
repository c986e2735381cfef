import type { Bus } from '../../../bus/port.ts'
import type { Handlers } from '../../../contract/handlers.ts'
import { toPhoneNumber } from '../../../core/addresses.ts'
import type { ConversationEvent, EventSource } from '../../../core/conversation/flow-event.ts'
import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { findContactId, resolveContact } from '../../contacts/index.ts'
import { lockConversation } from '../decide/conversation-sql.ts'
import { LIVE_SQL } from '../records/live-runs.ts'
import { sourceOf } from './run-operations.ts'

type ContactHandlers = Pick<Handlers['contacts'], 'get' | 'update'>
type State = Awaited<ReturnType<ContactHandlers['get']>>

interface Row extends Omit<State, 'contact' | 'handoffUntil'> {
  id: string
  lid: string | null
  phone: string | null
  name: string | null
  notify: string | null
  handoffUntil: Date | null
}

/** Over the primary keys and the index of live runs. A contact nobody wrote with yet has no row and no flags. */
const READ = statement<Row>(
  'contact_automation_read',
  `select $2 as id, c.lid, c.phone, c.name, c.notify, coalesce(a.blacklist, false) as blacklist,
     coalesce(a.favourite, false) as favourite, coalesce(a.tags, '[]') as tags,
     case when a.handoff_until > now() then a.handoff_until end as "handoffUntil",
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

/** What automation knows of a contact, for the people who look after it. */
export function createContactAutomation(deps: {
  db: Database
  bus: Bus
  newId: () => string
  /** Hands a request to its conversation and waits for what it comes to. */
  request(event: ConversationEvent): Promise<unknown>
}): ContactHandlers {
  const { db, bus, newId, request } = deps

  async function read(clientId: string, jid: string): Promise<State> {
    const row = await db.queryOne(READ, [clientId, jid])
    if (!row) throw new Error('a contact was read without an answer')
    const { id, lid, phone, name, notify, handoffUntil, ...rest } = row
    const phoneNumber = phone === null ? null : toPhoneNumber(phone)
    return {
      ...rest,
      contact: { id, lid, name, notify, phoneNumber },
      handoffUntil: handoffUntil?.toISOString() ?? null,
    }
  }

  async function writeTags(tx: Transaction, clientId: string, jid: string, tags: readonly string[]) {
    await lockConversation(tx, clientId, jid)
    await tx.query(WRITE_TAGS, [clientId, jid, JSON.stringify([...new Set(tags)])])
  }

  /** Conversations are read with each event, so an owner that misses this is only a moment late. */
  function notifyOwner(clientId: string, jid: string): void {
    const command = { name: 'runs.invalidate', input: { contactJid: jid } }
    void bus.request(clientId, command, { commandId: newId(), timeoutMs: 5_000 }).catch(() => {})
  }

  /** An event of the conversation like any other: the run under way is handed over too, and its timers keep still. */
  async function handOff(clientId: string, contactJid: string, handoffSec: number, source: EventSource) {
    const event = { type: 'human_message' as const, eventId: `handoff:${newId()}`, text: '', handoffSec }
    await request({ clientId, contactJid, source, event })
    bus.publish('events.logged', {})
  }

  return {
    async get({ clientId, contactJid }) {
      return await read(clientId, await findContactId(db, clientId, contactJid))
    },
    async update({ clientId, contactJid, tags, handoffSec }, { principal }) {
      const jid = await db.transaction(async (tx) => {
        const found = await resolveContact(tx, clientId, contactJid)
        if (tags) await writeTags(tx, clientId, found, tags)
        return found
      })
      bus.publish('events.logged', {})
      if (handoffSec !== undefined) await handOff(clientId, jid, handoffSec, sourceOf(principal))
      else notifyOwner(clientId, jid)
      return await read(clientId, jid)
    },
  }
}
