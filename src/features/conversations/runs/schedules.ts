import type { Bus } from '../../../bus/port.ts'
import { type Address, parseRecipient, usernameIn } from '../../../core/addresses.ts'
import type { ConversationEvent } from '../../../core/conversation/flow-event.ts'
import { Refusal } from '../../../core/errors.ts'
import { type FieldCondition, testCondition } from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Log } from '../../../platform/logger.ts'
import { resolveContacts, toPersonHint } from '../../contacts/index.ts'
import { nextTick, type ScheduleRow, scheduleStore, wakeScheduleAt } from '../../flows/index.ts'
import {
  type AskUsername,
  findPerson,
  isUnanswered,
  MAX_USERNAME_ASKS,
} from '../records/people/named-people.ts'

/**
 * A tick that could not begin or go on for this long is dropped: nobody wants the message of the morning at night.
 */
const MAX_LATE_MS = 3_600_000
/** How often a schedule looks whether its client is connected again. */
const AWAY_PAUSE_MS = 30_000
/** Pages of a tick in a minute; a page starts as many contacts as the pace allows for its share of it. */
const PAGES_PER_MINUTE = 6
const WAKE_TIMEOUT_MS = 5_000
/** Contacts that one look for those whose fields fit goes over; the next look goes on behind them. */
const LOOKED_AT = 5_000

/** In the order of the primary key, so that a tick goes over the contacts of its client once. */
const AUDIENCE = statement<{ jid: string; fields: Record<string, unknown> }>(
  'schedule_audience',
  `select jid, fields from contact_automation
   where client_id = $1 and jid > $2 and not blacklist and ($6 or tags ?| $3::text[] or ($4 and favourite))
   order by jid limit $5`,
)

export interface ScheduleDeps {
  db: Database
  bus: Bus
  log: Log
  askUsername: AskUsername
  /** Stores events of one client as open events of their conversations. */
  store(tx: Transaction, events: readonly ConversationEvent[]): Promise<void>
}

/**
 * The task of the job queue for a schedule: starts the next contacts of a tick that is due. Each is started once,
 * however often and wherever the task runs, since the events of the contacts, the place in the audience and the next
 * job commit together.
 */
export async function deliverSchedule(deps: ScheduleDeps, payload: unknown): Promise<void> {
  const { flowId, nodeId } = (payload ?? {}) as { flowId?: unknown; nodeId?: unknown }
  if (typeof flowId !== 'string' || typeof nodeId !== 'string') {
    throw new Error('a flow_schedule job names no schedule')
  }
  const named: NamedPeople = new Map()
  const deliver = () =>
    deps.db.transaction(async (tx): Promise<Delivered> => {
      const row = await scheduleStore.lock(tx, flowId, nodeId)
      return row && row.dueMs <= row.nowMs ? deliverPage(deps, tx, row, named) : { started: [] }
    })
  const first = await deliver()
  const left = 'asks' in first ? await findNamed(deps, first, named) : null
  const delivered = left?.isComplete ? await deliver() : first
  if ('started' in delivered) return wakeConversations(deps.bus, delivered.started)
  const { asks } = delivered
  await deps.db.transaction(async (tx) => {
    await scheduleStore.noteUnanswered(tx, asks, left?.unanswered ?? {})
    await wakeScheduleAt(tx, asks, asks.nowMs + AWAY_PAUSE_MS)
  })
}

/** Of usernames, with their @, by whom the network finds: the address, or null where nobody is found. */
type NamedPeople = Map<string, Address | null>

/** What a look at a schedule came to: people were started, or the network has to be asked first who has these usernames. */
type Delivered = { started: ConversationEvent[] } | { asks: ScheduleRow; usernames: string[] }

type Found = { kind: 'answer'; address: Address } | { kind: 'nobody' | 'unsaid' | 'away'; code: string }

async function findOne(askUsername: AskUsername, clientId: string, given: string): Promise<Found> {
  try {
    return { kind: 'answer', address: await findPerson(askUsername, clientId, given as Address) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = String(error.data?.reason)
    if (error.code === 'UNPROCESSABLE_CONTENT') return { kind: 'nobody', code }
    return { kind: isUnanswered(error) ? 'unsaid' : 'away', code }
  }
}

/**
 * Asks for all of them, outside of a transaction. Whoever is not found is left out, and whoever the network did not answer about
 * several times. Complete: it is known of all.
 */
async function findNamed(
  { askUsername, log }: ScheduleDeps,
  { asks, usernames }: { asks: ScheduleRow; usernames: string[] },
  named: NamedPeople,
): Promise<{ isComplete: boolean; unanswered: Record<string, number> }> {
  const { flowId, nodeId, clientId } = asks
  const unanswered: Record<string, number> = { ...asks.unanswered }
  let isComplete = true
  for (const given of usernames) {
    const found = await findOne(askUsername, clientId, given)
    if (found.kind === 'away') return { isComplete: false, unanswered }
    const asked = (unanswered[given] ?? 0) + 1
    if (found.kind === 'answer') named.set(given, found.address)
    else if (found.kind === 'unsaid' && asked < MAX_USERNAME_ASKS) {
      isComplete = false
      unanswered[given] = asked
    } else {
      log.warn({ flowId, nodeId, clientId, code: found.code }, 'nobody was found by a username of a schedule')
      named.set(given, null)
    }
  }
  return { isComplete, unanswered }
}

async function deliverPage(
  deps: ScheduleDeps,
  tx: Transaction,
  row: ScheduleRow,
  named: NamedPeople,
): Promise<Delivered> {
  const { flowId, nodeId, clientId, nowMs, dueMs, tickMs, spec } = row
  if (nowMs - dueMs > MAX_LATE_MS) {
    deps.log.warn({ flowId, clientId, nodeId }, 'tick of a schedule came too late and was left out')
    await awaitNext(tx, row, Math.max(tickMs, nowMs - MAX_LATE_MS))
    return { started: [] }
  }
  if (!row.isConnected) {
    await wakeScheduleAt(tx, row, nowMs + AWAY_PAUSE_MS)
    return { started: [] }
  }
  const size = Math.ceil(spec.perMinute / PAGES_PER_MINUTE)
  const usernames = listNamed(row, size).filter((given) => usernameIn(given) !== null && !named.has(given))
  if (usernames.length > 0) return { asks: row, usernames: [...new Set(usernames)] }
  const { jids, place } = await readPage(tx, row, size, named)
  const starts = jids.map((jid) => toStart(row, jid))
  if (starts.length > 0) await deps.store(tx, starts)
  if (place === null) await awaitNext(tx, row, nowMs)
  else
    await scheduleStore.advance(tx, row, {
      tickMs,
      place,
      dueMs: nowMs + (jids.length * 60_000) / spec.perMinute,
    })
  return { started: starts }
}

/** Ticks that were due during this one, or while no host ran, are not made up for one by one. */
async function awaitNext(tx: Transaction, row: ScheduleRow, afterMs: number): Promise<void> {
  const next = row.spec.cron === null ? null : nextTick(row.spec, afterMs)
  if (next === null) await scheduleStore.end(tx, row)
  else await scheduleStore.advance(tx, row, { tickMs: next, dueMs: next, place: null })
}

interface Page {
  jids: string[]
  /** Where the next page begins; null after the last. */
  place: string | null
}

/** How many of those the flow names had their turn. */
const countNamed = ({ place, spec }: ScheduleRow): number =>
  place === null ? 0 : Number(/^jids:(\d+)$/.exec(place)?.[1] ?? spec.audience.jids.length)

/** Those the flow names whose turn is next. */
const listNamed = (row: ScheduleRow, size: number): readonly string[] =>
  row.spec.audience.jids.slice(countNamed(row), countNamed(row) + size)

/** First the addresses the flow names, as `jids:COUNT`, then the contacts by tag, flag and field, as `after:ADDRESS`. */
async function readPage(tx: Transaction, row: ScheduleRow, size: number, found: NamedPeople): Promise<Page> {
  const { place, clientId } = row
  const { jids: named, tags, flags, fields = [] } = row.spec.audience
  const hasQuery = tags.length + flags.length + fields.length > 0
  const done = countNamed(row)
  if (done < named.length) {
    const jids = await resolveNamed(tx, clientId, listNamed(row, size), found)
    const isLast = done + size >= named.length
    return { jids, place: isLast && !hasQuery ? null : `jids:${done + size}` }
  }
  if (!hasQuery) return { jids: [], place: null }
  const after = place?.startsWith('after:') ? place.slice('after:'.length) : ''
  const isFavourite = flags.includes('favourite')
  const isEverybody = tags.length + flags.length === 0
  const most = fields.length === 0 ? size : Math.max(size, LOOKED_AT)
  const rows = await tx.query(AUDIENCE, [clientId, after, tags, isFavourite, most + 1, isEverybody])
  const looked = rows.slice(0, most)
  const fitting = looked.filter((contact) => fits(contact.fields, fields))
  const jids = fitting.slice(0, size).map(({ jid }) => jid)
  const last = fitting.length > size ? jids.at(-1) : rows.length > most ? looked.at(-1)?.jid : undefined
  return { jids, place: last === undefined ? null : `after:${last}` }
}

/** As a row of the `condition` node compares: a field that was never set is empty. */
function fits(held: Record<string, unknown>, conditions: readonly FieldCondition[]): boolean {
  return conditions.every(({ name, op, value }) =>
    testCondition(op, { left: Object.hasOwn(held, name) ? held[name] : undefined, right: value, tags: [] }),
  )
}

/** Canonical addresses, so that nobody has two runs; one named twice is started once. */
async function resolveNamed(
  tx: Transaction,
  clientId: string,
  given: readonly string[],
  found: NamedPeople,
): Promise<string[]> {
  const addresses = given.flatMap((text) => {
    if (found.has(text)) return found.get(text) ?? []
    const parsed = parseRecipient(text)
    return parsed.ok ? [parsed.address as string] : []
  })
  const hints = addresses.map(toPersonHint).filter((hint) => hint !== null)
  const contacts = await resolveContacts(tx, clientId, hints)
  return [...new Set(addresses.map((address) => contacts.idOf(address)))]
}

function toStart({ flowId, nodeId, clientId, tickMs }: ScheduleRow, contactJid: string): ConversationEvent {
  return {
    clientId,
    contactJid,
    source: 'scheduler',
    event: {
      type: 'schedule_start',
      eventId: `schedule:${flowId}:${nodeId}:${tickMs}:${contactJid}`,
      flowId,
      nodeId,
    },
  }
}

/** An owner that misses this notification finds the open events with its next look over all conversations. */
async function wakeConversations(bus: Bus, started: readonly ConversationEvent[]): Promise<void> {
  for (const { clientId, contactJid, event } of started) {
    const command = { name: 'runs.wake', input: { contactJid } }
    const reply = await bus.request(clientId, command, {
      commandId: event.eventId,
      timeoutMs: WAKE_TIMEOUT_MS,
    })
    if (reply.kind !== 'ok') return
  }
}

/** A job that was lost with its queue must not silence a schedule. */
export async function wakeOverdueSchedules(db: Database): Promise<void> {
  for (const schedule of await scheduleStore.listOverdue(db)) {
    await db.transaction((tx) => wakeScheduleAt(tx, schedule, Date.now()))
  }
}
