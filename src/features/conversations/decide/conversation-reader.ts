import { toPhoneNumber } from '../../../core/addresses.ts'
import type { FlowEvent } from '../../../core/conversation/flow-event.ts'
import { readStoredEvent } from '../../../core/conversation/stored-event.ts'
import type {
  ContactState,
  ConversationState,
  MessageFate,
  RunContext,
  RunState,
} from '../../../core/flow/index.ts'
import { LIVE_STATES, type RunStateName, readCountry, type TimerKind } from '../../../core/flow/index.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { ContactFields } from '../../contacts/index.ts'
import type { CatalogSnapshot, FlowCatalog } from '../../flows/index.ts'
import {
  type ConversationRow,
  type OpenEventRow,
  READ_CONVERSATION,
  READ_CONVERSATIONS,
  READ_FATE,
  type RunJson,
} from './conversation-sql.ts'
import { chooseFlows, readTestStart, type TestStart } from './draft-runs.ts'
import { readStoredEventV1 } from './stored-event-v1.ts'

/** An event of a conversation that waits for its turn, by the number of its row. */
export type OpenEvent = FlowEvent & { seq: number }

function readOpen(row: OpenEventRow): OpenEvent {
  const event = row.v === 1 ? readStoredEventV1(row, row.event) : readStoredEvent(row, row.event)
  return { ...event, seq: row.seq }
}

/** A conversation as it was read: what the engine gets, and what the commit compares with. */
export interface Conversation {
  clientId: string
  contactJid: string
  /** The database's clock when the conversation was read, epoch milliseconds. */
  nowMs: number
  state: ConversationState
  /** Versions of the active runs as they were read, by run id. */
  versions: ReadonlyMap<string, number>
  /** Who holds an unexpired claim on the live run, if anybody. */
  claimedBy: string | null
  /** Which of the versions are drafts that are tested. */
  drafts: ReadonlySet<string>
  /** The next two open events, oldest first. */
  open: readonly OpenEvent[]
}

/** The stored context of a run cannot be parsed: reading it once more would not help. */
export class ConversationUnreadable extends Error {
  constructor(runId: string, cause: unknown) {
    super(`the context of run ${runId} cannot be read`, { cause })
    this.name = 'ConversationUnreadable'
  }
}

export interface ConversationReader {
  /** The conversations of these contacts; none when the client does not exist (any more). */
  read(
    db: Executor,
    clientId: string,
    contactJids: readonly string[],
    connected: boolean,
  ): Promise<Conversation[]>
}

/** The fields that are defined for the contacts of a client. */
export type FieldShapes = Pick<ContactFields, 'readClientShapes'>

export function createConversationReader(catalog: FlowCatalog, fields: FieldShapes): ConversationReader {
  const countryOf = createCountryReader()
  return {
    async read(db, clientId, contactJids, connected) {
      const [only, ...more] = contactJids
      const rows =
        more.length === 0
          ? await db.query(READ_CONVERSATION, [clientId, only])
          : await db.query(READ_CONVERSATIONS, [clientId, contactJids])
      const read = rows.map((row) => {
        const open = (row.open ?? []).map(readOpen)
        return { row, open, runs: (row.runs ?? []).map(toRun), start: readTestStart(open[0]) }
      })
      const versionIds = read.flatMap(({ row, runs, start }) => [
        ...(row.activeVersionIds ?? []),
        ...runs.flatMap(usedVersions),
        ...(start ? [start.draftId] : []),
      ])
      const snapshots = await catalog.load(db, [...new Set(versionIds)])
      // Few flows write fields, and what a field may hold changes while they run.
      const writes = [...snapshots.values()].some((snapshot) => snapshot.writesFields)
      const contactFields = writes ? await fields.readClientShapes(db, clientId) : undefined
      const conversations = []
      for (const { row, ...own } of read) {
        const fate = await readFate(db, clientId, row.contactJid, own.open[0])
        conversations.push(
          toConversation(row, { clientId, connected, snapshots, fate, contactFields, countryOf, ...own }),
        )
      }
      return conversations
    },
  }
}

/** Only edits and deletions need it, and they are few. */
async function readFate(db: Executor, clientId: string, contactJid: string, event: OpenEvent | undefined) {
  if (event?.type !== 'message_edited' && event?.type !== 'message_revoked') return null
  return (await db.queryOne(READ_FATE, [clientId, contactJid, event.messageId])) ?? null
}

function toConversation(row: ConversationRow, parts: ConversationParts): Conversation {
  const claimed = row.runs?.find((run) => run.isClaimed && isLive(run.state))
  return {
    clientId: parts.clientId,
    contactJid: row.contactJid,
    nowMs: row.nowMs,
    state: toConversationState(row, parts),
    versions: new Map(parts.runs.map((run) => [run.id, run.version])),
    claimedBy: claimed?.claimedBy ?? null,
    drafts: new Set([...parts.snapshots.values()].flatMap((item) => (item.isDraft ? item.versionId : []))),
    open: parts.open,
  }
}

function isLive(state: string): boolean {
  return LIVE_STATES.includes(state as RunStateName)
}

/** Every version a run may execute: its own, the one it is in, and those it returns to. */
function usedVersions(run: RunState): string[] {
  const { flowVersionId, stack } = run.context
  return [run.versionId, flowVersionId, ...stack.map((frame) => frame.versionId)]
}

function toRun(row: RunJson): RunState {
  const { claimedBy: _claimedBy, isClaimed: _isClaimed, ...rest } = row
  return {
    ...rest,
    state: row.state as RunStateName,
    context: parseContext(row),
    timerKind: row.timerKind as TimerKind | null,
    // Only those are read that have not ended.
    error: null,
    failure: null,
  }
}

function parseContext({ id, context }: RunJson): RunContext {
  try {
    const parsed: unknown = JSON.parse(context)
    if (typeof parsed !== 'object' || parsed === null || !('stack' in parsed))
      throw new Error('it is no context')
    return parsed as RunContext
  } catch (error) {
    throw new ConversationUnreadable(id, error)
  }
}

type ReadCountry = typeof readCountry

/** Countries kept in memory, one per number of a client. */
const MAX_COUNTRIES = 5_000

/** Each event asks for the country of its client, and finding it out takes 3 % of all that a decision takes. */
function createCountryReader(): ReadCountry {
  const kept = new Map<string, string | null>()
  return (phoneNumber) => {
    const known = kept.get(phoneNumber)
    if (known !== undefined) return known
    if (kept.size >= MAX_COUNTRIES) kept.clear()
    const country = readCountry(phoneNumber)
    kept.set(phoneNumber, country)
    return country
  }
}

interface ConversationParts {
  clientId: string
  connected: boolean
  open: readonly OpenEvent[]
  runs: readonly RunState[]
  start: TestStart | null
  fate: MessageFate | null
  contactFields: ConversationState['contactFields'] | undefined
  snapshots: ReadonlyMap<string, CatalogSnapshot>
  countryOf: ReadCountry
}

function toConversationState(row: ConversationRow, parts: ConversationParts): ConversationState {
  const { clientId, runs, snapshots, countryOf } = parts
  const contact = toContact(row)
  const active = (row.activeVersionIds ?? []).flatMap((id) => snapshots.get(id) ?? [])
  return {
    client: {
      id: clientId,
      name: row.clientName,
      phone: row.clientPhone,
      humanHandoffDurationSec: row.humanHandoffDurationSec,
      mainMenuFlowId: row.mainMenuFlowId,
      defaultCountry: row.clientPhone === null ? null : countryOf(row.clientPhone),
      connected: parts.connected,
    },
    contact,
    live: runs.find((run) => isLive(run.state)) ?? null,
    dormant: runs.filter((run) => run.state === 'dormant'),
    // Every start is noted with the contact, also of runs that were removed since.
    pastFlowIds: Object.keys(contact.lastFlowAt),
    flows: chooseFlows({ active, runs, start: parts.start, snapshots }),
    versions: (id) => snapshots.get(id),
    fate: parts.fate,
    ...(parts.contactFields ? { contactFields: parts.contactFields } : {}),
  }
}

function toContact(row: ConversationRow): ContactState {
  return {
    jid: row.contactJid,
    phone: row.contactPhone === null ? null : toPhoneNumber(row.contactPhone),
    username: row.contactUsername,
    name: row.contactName,
    tags: row.tags,
    fields: row.fields,
    blacklist: row.blacklist,
    favourite: row.favourite,
    handoffUntil: row.handoffUntil,
    handoffBy: row.handoffBy,
    lastFlowAt: Object.fromEntries(Object.entries(row.lastFlowAt).map(([id, at]) => [id, Date.parse(at)])),
    lastInboundAt: row.lastInboundAt,
  }
}
