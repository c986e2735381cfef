import type { OwnerId } from '../../src/contract/handlers.ts'
import type { ConversationEvent } from '../../src/core/conversation/flow-event.ts'
import type { MessageMedia } from '../../src/core/conversation/message.ts'
import { mapCalls } from '../../src/core/flow/exchange/calls.ts'
import { findNodeType, readCalledInputs } from '../../src/core/flow/index.ts'
import { type CaseFailure, type CasePlace, within } from '../../src/core/flow/simulate/case-failure.ts'
import {
  type CaseFlow,
  type CaseStep,
  type FlowCase,
  parseCaseFlow,
  toFieldShapes,
} from '../../src/core/flow/simulate/case-format.ts'
import { toGroupChange } from '../../src/core/flow/simulate/group-step.ts'
import type { CaseResult } from '../../src/core/flow/simulate/run-case.ts'
import { toTableShape } from '../../src/core/flow/simulate/simulated-tables.ts'
import { DECIDER, readDecision, toResume, toStart } from '../../src/core/flow/simulate/submit-call.ts'
import type { Database } from '../../src/db/client.ts'
import { ContactFields } from '../../src/features/contacts/index.ts'
import { Tables } from '../../src/features/tables/index.ts'
import { callContextOf } from './call-context.ts'
import type { WireMessage } from './durable-host.ts'
import { askPrepared } from './prepared.ts'

/** Where and when a step happens: `runId` is the contact's last run, `polls` the outbox rows of the polls it was sent. */
interface StepPlace {
  clientId: string
  eventId: string
  nowMs: number
  runId: string
  /** Of the text that waits in that run. */
  approvalId: string
  polls: readonly string[]
  flowId(name: string): string
  /** A flow of the case as it began. */
  flow(name: string): CaseFlow | undefined
}

/** What a step of a case brings in, as the worker would hand it over. */
export function toEvents(step: CaseStep, at: StepPlace): ConversationEvent[] {
  return [...toChatEvents(step, at), ...toRequests(step, at), ...toDecisions(step, at)]
}

function toChatEvents(step: CaseStep, at: StepPlace): ConversationEvent[] {
  const { clientId, eventId, nowMs } = at
  const place = { clientId, contactJid: step.jid }
  const message = {
    id: eventId,
    sentAt: Math.floor((nowMs - (step.ageSec ?? 0) * 1_000) / 1_000) * 1_000,
    ...(step.media === undefined ? {} : { media: step.media as MessageMedia }),
    ...(step.group || step.jid.endsWith('@g.us') ? { group: true } : {}),
  }
  const events: ConversationEvent[] = []
  if (step.text !== undefined || step.type !== undefined) {
    const received = { ...message, type: step.type ?? 'text', text: step.text ?? '' }
    events.push({ ...place, source: 'chat', event: { type: 'message_received', eventId, message: received } })
  }
  if (step.vote !== undefined) {
    const options = [step.vote].flat()
    const poll = { sendId: at.polls.at(step.poll ?? -1) ?? null, options }
    const vote = { ...message, type: 'poll_vote' as const, text: options.join(', '), poll }
    events.push({ ...place, source: 'chat', event: { type: 'poll_vote_received', eventId, message: vote } })
  }
  if (step.human !== undefined) {
    events.push({ ...place, source: 'human', event: { type: 'human_message', eventId, text: step.human } })
  }
  return events
}

/** The inputs of a trigger.webhook; none where there is no such trigger. */
function listMapped(flow: CaseFlow | undefined, nodeId: string) {
  const parsed = flow && parseCaseFlow(flow)
  const node = parsed?.ok ? parsed.definition.nodes.find(({ id }) => id === nodeId) : undefined
  const bound = node && findNodeType(node.type)?.bind(node.id, node.data)
  const rule = bound?.ok ? bound.node.trigger : null
  return rule?.kind === 'webhook' ? rule.inputs : []
}

function toDecisions({ approval, jid }: CaseStep, at: StepPlace): ConversationEvent[] {
  if (approval === undefined) return []
  const { clientId, eventId, runId } = at
  const approvalId = (typeof approval === 'string' ? undefined : approval.id) ?? at.approvalId
  const decided = { runId, approvalId, decision: readDecision(approval), by: DECIDER }
  const event = { type: 'approval_decided' as const, eventId, ...decided }
  return [{ clientId, contactJid: jid, source: 'dashboard', event }]
}

function toRequests(step: CaseStep, at: StepPlace): ConversationEvent[] {
  const { eventId, runId } = at
  const place = { clientId: at.clientId, contactJid: step.jid }
  const events: ConversationEvent[] = []
  if (step.start !== undefined) {
    const start = toStart(step.start)
    const event = { type: 'api_start' as const, eventId, ...start, flowId: at.flowId(start.flowId) }
    events.push({ ...place, source: 'api', event })
  }
  if (step.webhook !== undefined) {
    const { flow, node: triggerId, body = {}, query = {}, headers = {} } = step.webhook
    const inputs = readCalledInputs({ body, query, headers }, listMapped(at.flow(flow), triggerId))
    const event = { type: 'api_start' as const, eventId, flowId: at.flowId(flow), inputs, triggerId }
    events.push({ ...place, source: 'api', event })
  }
  if (step.call !== undefined) {
    const { place: at, visit = 1, body = {}, query = {}, headers = {} } = step.call
    const call = { body, query, headers }
    const event = { type: 'call_received' as const, eventId, runId, place: at, visit, call }
    events.push({ ...place, source: 'api', event })
  }
  if (step.schedule !== undefined) {
    const { flow, node: nodeId } = step.schedule
    const event = { type: 'schedule_start' as const, eventId, flowId: at.flowId(flow), nodeId }
    events.push({ ...place, source: 'scheduler', event })
  }
  if (step.phoneCall !== undefined) {
    const event = { type: 'phone_call' as const, eventId, callId: eventId, ...step.phoneCall }
    events.push({ ...place, source: 'chat', event })
  }
  if (step.groupChange !== undefined) {
    const event = { eventId, ...toGroupChange({ jid: step.jid }, step.groupChange) }
    events.push({ ...place, source: 'chat', event })
  }
  if (step.resume !== undefined) {
    const event = { type: 'api_resume' as const, eventId, runId, ...toResume(step.resume) }
    events.push({ ...place, source: 'api', event })
  }
  if (step.cancel) {
    events.push({ ...place, source: 'api', event: { type: 'cancel_requested', eventId, runId } })
  }
  return events
}

/** The host reads the country off the client's own number. */
const PHONE_OF_COUNTRY: Readonly<Record<string, string>> = { PT: '+351912000000' }

export async function seedClient({ pool }: Database, clientId: string, client: FlowCase['client']) {
  const ofCountry = client?.defaultCountry ? PHONE_OF_COUNTRY[client.defaultCountry] : null
  await pool.query(
    `update client set name = $2, phone_number = $3, human_handoff_duration_sec = $4, live_status = 'connected' where id = $1`,
    [
      clientId,
      client?.name ?? 'Test client',
      client?.phone ?? ofCountry,
      client?.humanHandoffDurationSec ?? 1800,
    ],
  )
}

type CaseContact = NonNullable<FlowCase['contacts']>[string]

/** A contact as the case describes it, before it says anything. */
async function seedContact({ pool }: Database, clientId: string, jid: string, contact: CaseContact) {
  const { phone, name, username, tags, fields } = contact
  const address = phone ? `${phone.replace('+', '')}@s.whatsapp.net` : null
  await pool.query('insert into contact (client_id, id, phone, name, username) values ($1, $2, $3, $4, $5)', [
    clientId,
    jid,
    address,
    name ?? null,
    username ?? null,
  ])
  await pool.query('insert into contact_automation (client_id, jid, tags, fields) values ($1, $2, $3, $4)', [
    clientId,
    jid,
    JSON.stringify(tags ?? []),
    JSON.stringify(fields ?? {}),
  ])
}

type CaseTable = NonNullable<FlowCase['tables']>[string]

/** A table of the owner as the case describes it, with its rows. */
async function seedTable(database: Database, owner: OwnerId, name: string, { rows, ...table }: CaseTable) {
  const { handlers } = new Tables({ db: database })
  const context = callContextOf(owner)
  const shape = toTableShape(table)
  const columns = shape.columns.map((column) => ({ ...column, choices: [] }))
  await handlers.set({ name, description: null, columns, unique: table.unique }, context)
  if (rows.length > 0)
    await handlers.rows.add({ table: name, rows: rows as Record<string, string>[] }, context)
}

/** Tables of the owner and contacts of the client, before anything is said. */
export async function seedOwned(
  database: Database,
  { userId, clientId }: { userId: OwnerId; clientId: string },
  { tables = {}, contacts = {}, ...flowCase }: FlowCase,
) {
  const fields = new ContactFields({ db: database }).handlers
  for (const [name, { type, choices }] of toFieldShapes(flowCase))
    await fields.set({ name, type, choices: [...choices], description: null }, callContextOf(userId))
  for (const [name, table] of Object.entries(tables)) await seedTable(database, userId, name, table)
  for (const [jid, contact] of Object.entries(contacts)) await seedContact(database, clientId, jid, contact)
}

/** The tables of one contact in the shape of the simulated host, for the same checks. */
export async function readTables(
  { pool }: Database,
  place: {
    clientId: string
    jid: string
    flowIds: ReadonlyMap<string, string>
    wire: readonly WireMessage[]
    isDuplicate: boolean
    /** All effects ever asked for with the contact. */
    effects: readonly Record<string, unknown>[]
  },
) {
  const { clientId, jid, wire } = place
  const nameOf = new Map([...place.flowIds].map(([name, id]) => [id, name]))
  const values = [clientId, jid]
  const ask = <Row extends object>(text: string, of = values) => askPrepared<Row>(pool, text, of)
  const runs = await ask<{
    id: string
    context: string
  }>(`select id, state, current_node_id as "currentNodeId", context, error,
         case when error_code is not null then jsonb_build_object('code', error_code, 'params', error_params) end as failure
       from flow_state where client_id = $1 and contact_jid = $2 order by created_at, id`)
  const transitions = await ask<{
    runId: string
  }>(`select e.flow_state_id as "runId", t.outcome from flow_state_transition t
       join flow_state_event e on e.id = t.flow_state_event_id join flow_state s on s.id = e.flow_state_id
       where s.client_id = $1 and s.contact_jid = $2 order by e.seq, t.seq`)
  const versions = await ask<{ id: string; flowId: string }>(
    'select v.id, v.flow_id as "flowId" from flow_version v join flow f on f.id = v.flow_id where f.client_id = $1',
    [clientId],
  )
  const events = await ask<{
    type: string
    status: string
    error: string | null
  }>(`select event_type as type, status, error from inbound_event
       where client_id = $1 and contact_jid = $2 and event_type <> 'send_acked' order by seq`)
  const contact = await ask<{
    tags: string[]
    fields: object
  }>(`select a.blacklist, a.favourite, a.tags, a.fields, floor(extract(epoch from a.handoff_until) * 1000)::float8 as "handoffUntil"
       from contact_automation a where a.client_id = $1 and a.jid = $2`)
  const last = place.isDuplicate
    ? [{ jid, event: { type: 'message_received' }, status: 'duplicate', error: null }]
    : []
  const shown = wire.filter(
    (item, index) => wire.findIndex((other) => other.messageId === item.messageId) === index,
  )
  return {
    runsOf: () => runs.rows.map((run) => ({ ...run, context: JSON.parse(run.context) as object })),
    transitionsOf: (runId: string) => transitions.rows.filter((row) => row.runId === runId),
    versions: new Map(versions.rows.map((row) => [row.id, { flowId: nameOf.get(row.flowId) }])),
    events: [...events.rows.map(({ type, ...row }) => ({ jid, event: { type }, ...row })), ...last],
    contact: () => contact.rows[0] ?? {},
    effects: { ofContact: () => place.effects },
    wire,
    shown,
  }
}

export function hasInput(step: CaseStep): boolean {
  const { text, type, vote, human, flag, start, schedule, webhook, call, http, code, resume, cancel } = step
  const requests = [start, schedule, webhook, call, step.approval, resume, cancel]
  const inputs = [text, type, vote, human, flag, http, code, ...requests]
  return inputs.some((value) => value !== undefined)
}

/** A flow of a case as parts of a stored one; `idOf` answers the ids of the flows it calls by their names. */
export function toParts(name: string, flow: CaseFlow, idOf: (name: string) => string) {
  const parsed = parseCaseFlow(flow)
  if (!parsed.ok) throw new Error(`${name}: ${parsed.message}`)
  const { definition } = parsed
  const nodes = mapCalls(definition.nodes, idOf)
  return {
    name: flow.name ?? name,
    nodes,
    edges: definition.edges.map((edge) => ({ ...edge })),
    retriggerBehavior: definition.retriggerBehavior,
    fallbackBehavior: definition.fallbackBehavior,
    fallbackText: definition.fallbackText,
    settings: definition.settings,
    variables: definition.variables,
  }
}

/** The key of a call is its effect's id, which a case cannot know: the one that goes out has to be that. */
export function withRealKeys(
  expected: readonly Record<string, unknown>[],
  actual: readonly Record<string, unknown>[],
): Record<string, unknown>[] {
  return expected.map((effect, index) => {
    const { request } = effect as { request?: { headers?: { name: string; value: unknown }[] } }
    if (!request?.headers) return effect
    const headers = request.headers.map((header) =>
      header.name === 'Idempotency-Key' ? { ...header, value: actual[index]?.effectId } : header,
    )
    return { ...effect, request: { ...request, headers } }
  })
}

/** How a case fell short. */
export type Failures = CaseResult['failures']

export const at = (place: CasePlace) => (failure: CaseFailure) => within(place, failure)

export const toRefused = ({ name, message: words }: { name: string; message: string }): CaseFailure => ({
  code: 'FLOW_UNREADABLE',
  params: { words },
  places: [{ part: 'flow', flow: name }],
})

export const withoutDrafts = (flows: Record<string, CaseFlow>): Record<string, CaseFlow> =>
  Object.fromEntries(Object.entries(flows).filter(([, flow]) => !flow.draft))
