import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { user } from './auth.ts'
import { client } from './clients.ts'
import { at, bytes, transactionId } from './columns.ts'

/** A flow's draft and settings (interface: Flow). `nodes`, `edges`, `viewport` hold JSON text. */
export const flow = pgTable(
  'flow',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id').references(() => client.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    description: text('description'),
    nodes: text('nodes').notNull().default('[]'),
    edges: text('edges').notNull().default('[]'),
    viewport: text('viewport'),
    status: text('status').$type<'draft' | 'published'>().notNull().default('draft'),
    isActive: boolean('is_active').notNull().default(false),
    retriggerBehavior: text('retrigger_behavior').notNull().default('continue_if_dormant'),
    fallbackBehavior: text('fallback_behavior').notNull().default('none'),
    fallbackText: text('fallback_text'),
    /** The rest of the exchange format: settings, variables, requires. */
    extras: jsonb('extras').$type<Record<string, unknown>>().notNull().default({}),
    publishedVersionId: uuid('published_version_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('flow_by_user').on(t.userId, t.createdAt, t.id),
    index('flow_active_by_client').on(t.clientId).where(sql`is_active`),
  ],
)

/** Immutable snapshot made by each publish; runs stay on the one they started with. */
export const flowVersion = pgTable(
  'flow_version',
  {
    id: uuid('id').primaryKey(),
    flowId: uuid('flow_id')
      .notNull()
      .references(() => flow.id, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    /** The exchange document as it was published, JSON text. */
    doc: text('doc').notNull(),
    publishedAt: at('published_at').notNull().defaultNow(),
    publishedBy: text('published_by'),
    note: text('note'),
  },
  (t) => [uniqueIndex('flow_version_number').on(t.flowId, t.n)],
)

/** A conversation with what has to come of it, kept with its flow and played before each publish. */
export const flowTestCase = pgTable(
  'flow_test_case',
  {
    id: uuid('id').primaryKey(),
    flowId: uuid('flow_id')
      .notNull()
      .references(() => flow.id, { onDelete: 'cascade' }),
    /** A case in the form of docs/flows.md, JSON text. */
    doc: text('doc').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('flow_test_case_by_flow').on(t.flowId, t.createdAt, t.id)],
)

/** A number on which a flow's draft may be tried out: one of the people who make the flow. */
export const flowTestPhone = pgTable(
  'flow_test_phone',
  {
    flowId: uuid('flow_id')
      .notNull()
      .references(() => flow.id, { onDelete: 'cascade' }),
    /** E.164 with its +. */
    phone: text('phone').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.flowId, t.phone] })],
)

/**
 * A draft as it was when a test on a phone began; it never changes, and only runs of that test are on it. Its id stands
 * where a run of a published flow has the id of its version.
 */
export const flowDraft = pgTable(
  'flow_draft',
  {
    id: uuid('id').primaryKey(),
    flowId: uuid('flow_id')
      .notNull()
      .references(() => flow.id, { onDelete: 'cascade' }),
    /** The exchange document, JSON text. */
    doc: text('doc').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('flow_draft_by_flow').on(t.flowId), index('flow_draft_by_age').on(t.createdAt)],
)

/** A trigger.schedule of a published flow: its next tick, or how far the present one has come. */
export const flowSchedule = pgTable(
  'flow_schedule',
  {
    flowId: uuid('flow_id')
      .notNull()
      .references(() => flow.id, { onDelete: 'cascade' }),
    nodeId: text('node_id').notNull(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    /** When, for whom and how fast, as the version says. */
    spec: jsonb('spec').$type<Record<string, unknown>>().notNull(),
    tickAt: at('tick_at').notNull(),
    /** When the tick begins or goes on. */
    dueAt: at('due_at').notNull(),
    /** The last contact of the tick that was started; null before the first. */
    place: text('place'),
  },
  (t) => [primaryKey({ columns: [t.flowId, t.nodeId] }), index('flow_schedule_due').on(t.dueAt)],
)

const LIVE = sql`state in ('running','waiting_input','waiting_timer','waiting_effect','handed_off')`

/** A run of a flow for one contact (interface: Flow state). */
export const flowState = pgTable(
  'flow_state',
  {
    id: uuid('id').primaryKey(),
    flowId: uuid('flow_id')
      .notNull()
      .references(() => flow.id, { onDelete: 'cascade' }),
    flowVersionId: uuid('flow_version_id').notNull(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    contactJid: text('contact_jid').notNull(),
    state: text('state').notNull(),
    currentNodeId: text('current_node_id'),
    /** JSON text, at most 64 KB. */
    context: text('context').notNull(),
    version: integer('version').notNull().default(0),
    claimedUntil: at('claimed_until'),
    claimedBy: text('claimed_by'),
    timeoutJobId: text('timeout_job_id'),
    lastEventId: text('last_event_id'),
    lastEventAt: at('last_event_at'),
    error: text('error'),
    /** One sentence for the person who looks at a failed run. */
    errorMessage: text('error_message'),
    /** It is on a draft that is tested on a phone, not on a version. */
    isTest: boolean('is_test').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('one_live').on(t.clientId, t.contactJid).where(LIVE),
    uniqueIndex('one_dormant').on(t.flowId, t.contactJid).where(sql`state = 'dormant'`),
    index('flow_state_dormant').on(t.clientId, t.contactJid).where(sql`state = 'dormant'`),
    index('flow_state_by_contact').on(t.clientId, t.contactJid, t.createdAt),
    index('flow_state_by_flow').on(t.flowId, t.createdAt, t.id),
    index('flow_state_tests').on(t.flowId, t.createdAt, t.id).where(sql`is_test`),
  ],
)

/** Everything that may move a run, in the order it arrived; the unique id makes redelivery harmless. */
export const inboundEvent = pgTable(
  'inbound_event',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    contactJid: text('contact_jid').notNull(),
    eventId: text('event_id').notNull(),
    eventType: text('event_type').notNull(),
    source: text('source').notNull(),
    /** In which form `event` is stored: 2 is `core/conversation/stored-event.ts`, 1 is older. */
    v: smallint('v').notNull().default(1),
    event: jsonb('event').notNull(),
    receivedAt: at('received_at').notNull().defaultNow(),
    processedAt: at('processed_at'),
    /** received | deferred | processed | ignored | failed | dead */
    status: text('status').notNull().default('received'),
    error: text('error'),
    /** Why a request was refused, for the caller who waits. */
    refusal: jsonb('refusal'),
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [
    uniqueIndex('inbound_event_identity').on(t.clientId, t.eventId),
    index('inbound_lane').on(t.clientId, t.contactJid, t.seq).where(sql`status in ('received','deferred')`),
  ],
)

/** What an event meant for one run (interface: Flow state event). */
export const flowStateEvent = pgTable(
  'flow_state_event',
  {
    id: uuid('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
    flowStateId: uuid('flow_state_id')
      .notNull()
      .references(() => flowState.id, { onDelete: 'cascade' }),
    eventId: text('event_id').notNull(),
    eventType: text('event_type').notNull(),
    source: text('source').notNull(),
    mode: text('mode').notNull().default('live'),
    payloadSummary: text('payload_summary').notNull(),
    receivedAt: at('received_at').notNull(),
    processedAt: at('processed_at'),
    status: text('status').notNull(),
    error: text('error'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('flow_state_event_by_run').on(t.flowStateId, t.seq)],
)

/** A step a run took because of an event (interface: Flow state transition). */
export const flowStateTransition = pgTable(
  'flow_state_transition',
  {
    id: uuid('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
    flowStateEventId: uuid('flow_state_event_id')
      .notNull()
      .references(() => flowStateEvent.id, { onDelete: 'cascade' }),
    fromNodeId: text('from_node_id'),
    toNodeId: text('to_node_id'),
    nodeType: text('node_type').notNull(),
    outcome: text('outcome').notNull(),
    edgeId: text('edge_id'),
    actions: text('actions').notNull(),
    contextPatch: text('context_patch').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('flow_state_transition_by_event').on(t.flowStateEventId, t.seq)],
)

/** Messages flows have decided to send; ids are chosen in the deciding transaction. Sent in order per chat. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    contactJid: text('contact_jid').notNull(),
    flowStateId: uuid('flow_state_id').references(() => flowState.id, { onDelete: 'cascade' }),
    nodeId: text('node_id'),
    messageId: text('message_id').notNull(),
    /** The engine's content, JSON. */
    content: jsonb('content').notNull(),
    secret: bytes('secret'),
    /** pending | sending | sent | failed */
    status: text('status').notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: at('next_at').notNull().defaultNow(),
    ackedAt: at('acked_at'),
    error: text('error'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('outbox_message').on(t.clientId, t.messageId),
    index('outbox_unsent').on(t.clientId, t.seq).where(sql`status in ('pending','sending')`),
    index('outbox_by_run').on(t.flowStateId),
  ],
)

/** What a run waits for in time; `id` is the run's timeoutJobId and the job key of its queue job. */
export const timer = pgTable(
  'timer',
  {
    id: uuid('id').primaryKey(),
    flowStateId: uuid('flow_state_id')
      .notNull()
      .references(() => flowState.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** Null while it waits for the acknowledgement of `awaitsSendId`. */
    dueAt: at('due_at'),
    /** The outbox row whose acknowledgement starts the clock. */
    awaitsSendId: uuid('awaits_send_id'),
    firedAt: at('fired_at'),
  },
  (t) => [
    index('timer_by_run').on(t.flowStateId),
    index('timer_by_send').on(t.awaitsSendId).where(sql`awaits_send_id is not null`),
    index('timer_due').on(t.dueAt).where(sql`fired_at is null`),
  ],
)

/**
 * Work a flow decided that happens outside of it (a call, a script, a chat action), in the transaction of the decision.
 * A row goes in the transaction that stores what became of it; what is here is still to be done.
 */
export const effect = pgTable(
  'effect',
  {
    id: uuid('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    flowStateId: uuid('flow_state_id')
      .notNull()
      .references(() => flowState.id, { onDelete: 'cascade' }),
    nodeId: text('node_id').notNull(),
    kind: text('kind').notNull(),
    /** A run waits for it. */
    awaited: boolean('awaited').notNull(),
    /** The engine's effect, JSON. Secrets are in it by name only. */
    request: jsonb('request').notNull(),
    /** Attempts begun. */
    attempts: integer('attempts').notNull().default(0),
    nextAt: at('next_at').notNull().defaultNow(),
    claimedBy: text('claimed_by'),
    claimedUntil: at('claimed_until'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('effect_due').on(t.clientId, t.nextAt), index('effect_by_run').on(t.flowStateId)],
)

/** Secrets of a person's flows, sealed under the master key; the value is never answered. */
export const secret = pgTable(
  'secret',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    sealed: text('sealed').notNull(),
    /** Where calls may take it; null: anywhere, of secrets that are older than this column. */
    hosts: text('hosts').array(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.name] })],
)

/**
 * What happened, for webhooks, the event stream and events.list, in the order of `seq`. Most rows are written by triggers
 * on the tables of the facts (migration event_triggers), so a fact and its event commit together whoever writes it. A
 * trigger gives a transaction its number before its rows get theirs; readers rely on that (features/events/horizon.ts). What is
 * deleted with a client or a person is deleted by triggers too: a foreign key would look both up for every event.
 */
export const eventLog = pgTable(
  'event_log',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: transactionId('xid').notNull().default(sql`pg_current_xact_id()`),
    userId: text('user_id').notNull(),
    clientId: uuid('client_id'),
    name: text('name').notNull(),
    /** Canonical address of the conversation it belongs to; receivers get the events of one in order. */
    chat: text('chat'),
    data: jsonb('data').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('event_log_by_owner').on(t.userId, t.seq), index('event_log_by_age').on(t.createdAt)],
)

/** What automation knows of one contact, with or without a run. */
export const contactAutomation = pgTable(
  'contact_automation',
  {
    clientId: uuid('client_id')
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    jid: text('jid').notNull(),
    blacklist: boolean('blacklist').notNull().default(false),
    favourite: boolean('favourite').notNull().default(false),
    handoffUntil: at('handoff_until'),
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull().default({}),
    /** `{flowId: ISO time of the last start}` */
    lastFlowAt: jsonb('last_flow_at').$type<Record<string, string>>().notNull().default({}),
    /** When the contact last wrote, as flows saw it. */
    lastInboundAt: at('last_inbound_at'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.jid] })],
)
