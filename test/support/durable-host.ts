import { randomUUID } from 'node:crypto'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { Bus } from '../../src/bus/port.ts'
import { type AlbumHeading, describeContent, type FlowContent } from '../../src/core/conversation/content.ts'
import type { ConversationEvent } from '../../src/core/conversation/flow-event.ts'
import type { Database } from '../../src/db/client.ts'
import {
  type ConversationRunner,
  type ConversationRunnerOptions,
  type EffectPorts,
  Runs,
} from '../../src/features/conversations/index.ts'
import { createFlows, type Flows } from '../../src/features/flows/index.ts'
import type { UsernameSearch } from '../../src/network/port.ts'
import { createIdSource } from '../../src/platform/ids.ts'
import { createLogger, type Log } from '../../src/platform/logger.ts'
import { flowWords, storedWords } from '../../src/words/english.ts'
import { checkNames } from './checked-names.ts'
import { borrowDatabase } from './lent-pool.ts'
import { askPrepared } from './prepared.ts'

/** What the contact's side saw of one message: the same id twice is shown once. */
export interface WireMessage {
  jid: string
  messageId: string
  text: string
  /** When it was first on the wire, by the database's clock. */
  atMs?: number
}

export type CrashPoint = 'before_commit' | 'after_commit' | 'after_send'

/** Thrown at every statement of a process that has died. */
export class ProcessDied extends Error {}

export interface DurableProcessOptions {
  url: string
  clientId: string
  hostId?: string
  wire: WireMessage[]
  /** Called before each statement; the answer `die` is the death of the process. */
  onStatement?(name: string): 'die' | undefined
  isConnected?(): boolean
  /** What the owner answers who has a username; throws what it refuses. */
  findUsername?(username: string): UsernameSearch
  /** Secrets the person has; without it their names are not checked. */
  secretNames?: readonly string[]
  /** Models the person has; without it they are not checked. */
  modelNames?: readonly string[]
  /** What effects reach the outside with; without them they stay where they are. */
  effects?: EffectPorts
  /** Default: silent. */
  log?: Log
  /** Does in a chat what is no message; without it every such act fails. */
  act?: ConversationRunnerOptions['act']
}

/** One worker process as far as flows need it: database handle, runs, conversation runner, and a sender that always succeeds. */
export interface DurableProcess {
  db: Database
  bus: Bus
  flows: Flows
  runs: Runs
  runner: ConversationRunner
  readonly isDead: boolean
  crashAt: CrashPoint | null
  failSends: boolean
  /** `hold`: what is sent is shown, and its acknowledgement is on its way until `release`; then they arrive in order. */
  setAcks(how: 'hold' | 'release' | undefined): Promise<void>
  /**
   * Delivers messages of the network as the worker does; rejects when the process dies on the way. `waited`: they were
   * kept while there was no connection.
   */
  deliver(inputs: readonly ConversationEvent[], how?: 'live' | 'waited'): Promise<void>
  /** Stores messages while the conversation is held by somebody else, so that they stay open; nobody is woken. */
  store(inputs: readonly ConversationEvent[]): Promise<void>
  /** Works until there is nothing to process and nothing to send. */
  settle(): Promise<void>
  close(): Promise<void>
}

interface Control {
  crashAt: CrashPoint | null
  failSends: boolean
  holdAcks: boolean
}

/** Messages and acknowledgements in the order in which they come in. */
function createWireOrder() {
  const connection = randomUUID()
  let n = 0
  return () => {
    n += 1
    return { connection, n }
  }
}

function withOrder(
  input: ConversationEvent,
  nextOrder: ReturnType<typeof createWireOrder>,
): ConversationEvent {
  const { event } = input
  if (input.source !== 'chat') return input
  const order = nextOrder()
  if (event.type !== 'message_received' && event.type !== 'poll_vote_received') return input
  return { ...input, event: { ...event, message: { ...event.message, order } } }
}

/** Ends the process at the statement or commit that was asked for; from then on every statement fails. */
function createMortality(
  control: Control,
  onStatement: DurableProcessOptions['onStatement'],
  onDeath: () => void,
) {
  let isDead = false
  let diesNext = false
  let isStepWritten = false

  function die(): never {
    isDead = true
    queueMicrotask(onDeath)
    throw new ProcessDied('the process has died')
  }

  function watchCommits(name: string): void {
    if (diesNext || onStatement?.(name) === 'die') die()
    if (name === 'decision_write') isStepWritten = true
    if (name === 'rollback') isStepWritten = false
    if (name !== 'commit' || !isStepWritten) return
    isStepWritten = false
    if (control.crashAt === 'before_commit') die()
    diesNext = control.crashAt === 'after_commit'
  }

  return {
    die,
    isDead: () => isDead || diesNext,
    onQuery(name: string): void {
      if (isDead) die()
      watchCommits(name)
    },
  }
}

export async function startDurableProcess(options: DurableProcessOptions): Promise<DurableProcess> {
  const state: Control = { crashAt: null, failSends: false, holdAcks: false }
  const nextOrder = createWireOrder()
  const { die, isDead, onQuery } = createMortality(state, options.onStatement, () => void runner.close())
  const db = await borrowDatabase(options.url, { onQuery, isDead })
  const bus = createInProcessBus({ now: Date.now })
  const newId = createIdSource()
  const addresses = options.effects && { addresses: options.effects.http.addresses }
  const flows = createFlows({ db, bus, newId, ...flowWords, ...addresses, ...checkNames(options) })
  const log = options.log ?? createLogger({ level: 'silent' })
  const runs = new Runs({
    db,
    bus,
    newId,
    words: storedWords,
    log,
    catalog: flows.catalog,
    drafts: flows.service.phoneTests,
    ...(options.effects ? { effects: options.effects } : {}),
    newMessageId: () => `3EB0${randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase()}`,
  })
  const { clientId } = options
  const runner = runs.openRunner({
    client: { id: clientId },
    hostId: options.hostId ?? 'host',
    wakeOutbox() {},
    ...(options.isConnected ? { isConnected: options.isConnected } : {}),
    ...(options.act ? { act: options.act } : {}),
  })
  const stopServing = serveCommands(bus, runner, options)

  const { wire } = options
  const sender = createFakeSender({ db, runs, runner, clientId, wire, state, die, nextOrder })

  return {
    db,
    bus,
    flows,
    runs,
    runner,
    get isDead() {
      return isDead()
    },
    get crashAt() {
      return state.crashAt
    },
    set crashAt(point) {
      state.crashAt = point
    },
    get failSends() {
      return state.failSends
    },
    set failSends(fail) {
      state.failSends = fail
    },
    async setAcks(how) {
      if (how !== undefined) state.holdAcks = how === 'hold'
      if (how === 'release') await sender.settleHeld()
    },
    async deliver(given, how = 'live') {
      const inputs = how === 'live' ? given.map((input) => withOrder(input, nextOrder)) : given
      const store = (step: boolean) => db.transaction((tx) => runs.ingest(tx, inputs, { step }))
      const ingested = await store(true).catch((error: unknown) => {
        if (isDead()) throw error
        return store(false)
      })
      ingested.committed()
      for (const jid of ingested.openConversations) runner.wake(jid)
    },
    async store(given) {
      const inputs = given.map((input) => withOrder(input, nextOrder))
      const held = await db.pool.connect()
      try {
        await held.query('begin')
        for (const { clientId: id, contactJid } of inputs) {
          await held.query(
            'insert into contact_automation (client_id, jid) values ($1, $2) on conflict do nothing',
            [id, contactJid],
          )
        }
        await held.query('commit')
        await held.query('begin')
        await held.query('select from contact_automation where jid = any($1) for update', [
          inputs.map((input) => input.contactJid),
        ])
        await db.transaction((tx) => runs.ingest(tx, inputs))
        await held.query('rollback')
      } finally {
        held.release()
      }
    },
    async settle() {
      for (;;) {
        await runner.idle()
        if (isDead() || options.isConnected?.() === false) return
        if ((await sender.drain()) > 0) continue
        await runner.idle()
        return
      }
    },
    async close() {
      await runner.close()
      await stopServing()
      await db.close()
    },
  }
}

/** What the owner of a client answers, as far as flows ask it. */
function serveCommands(
  bus: Bus,
  runner: ConversationRunner,
  { clientId, isConnected, findUsername }: DurableProcessOptions,
) {
  return bus.serve(clientId, async ({ name, input }) => {
    const { contactJid } = input as { contactJid?: string }
    if (name === 'runs.wake' && contactJid) runner.wake(contactJid)
    if (name === 'runs.invalidate') runner.invalidate(contactJid)
    if (name === 'chat.findUsername') return findUsername?.((input as { username: string }).username)
    if (name === 'worker.state') return { code: isConnected?.() === false ? 'CONNECTION_LOST' : 'CONNECTED' }
    return null
  })
}

interface FakeSenderParts {
  db: Database
  runs: Runs
  runner: ConversationRunner
  clientId: string
  wire: WireMessage[]
  state: Control
  die(): never
  nextOrder: ReturnType<typeof createWireOrder>
}

/** Sends what is in the outbox, in order. */
function createFakeSender({ db, runs, runner, clientId, wire, state, die, nextOrder }: FakeSenderParts) {
  let held: OutboxRow[] = []

  async function readClock(): Promise<number> {
    const { rows } = await askPrepared<{ ms: number }>(
      db.pool,
      'select (extract(epoch from now()) * 1000)::float8 as ms',
    )
    return rows[0]?.ms ?? 0
  }

  async function settleOne(row: OutboxRow): Promise<void> {
    const first = wire.find((message) => message.messageId === row.messageId)?.atMs
    const nowMs = await readClock()
    const outcome = state.failSends ? 'failed' : 'sent'
    await db.transaction(async (tx) => {
      const updated = await askPrepared(
        tx.client,
        `update outbox set status = $2, acked_at = now() where id = $1 returning id`,
        [row.id, outcome],
      )
      if (updated.rows.length === 0) return
      await runs.onSendSettled(tx, {
        outboxId: row.id,
        flowStateId: row.flowStateId,
        nodeId: row.nodeId,
        messageId: row.messageId,
        outcome,
        atMs: row.attempts === 1 ? nowMs : (first ?? nowMs),
        ...(row.attempts === 1 ? { order: nextOrder() } : {}),
        error: outcome === 'failed' ? { code: 'OTHER', params: { sentence: 'not on the network' } } : null,
      })
    })
    runner.wake(row.jid)
  }

  /** As the sender does: marked as sending, on the wire, settled. Rows found sending go again under their own id. */
  async function drainOutbox(): Promise<number> {
    const { rows } = await askPrepared<OutboxRow>(
      db.pool,
      `update outbox set status = 'sending', attempts = attempts + 1
       where id in (select id from outbox where client_id = $1 and status in ('pending', 'sending'))
         and not (id = any($2::uuid[]))
       returning id, seq, attempts, contact_jid as jid, flow_state_id as "flowStateId", node_id as "nodeId", message_id as "messageId",
         content`,
      [clientId, held.map(({ id }) => id)],
    )
    for (const row of rows.sort((a, b) => a.seq - b.seq)) {
      if (!state.failSends) show(wire, row, await readClock())
      if (state.crashAt === 'after_send') die()
      if (state.holdAcks) held.push(row)
      else await settleOne(row)
    }
    return rows.length
  }

  return {
    /** Answers how many rows it took. */
    drain: drainOutbox,
    async settleHeld(): Promise<void> {
      const late = held
      held = []
      for (const row of late) await settleOne(row)
    },
  }
}

/** An album is shown as one message, under the id of its heading. */
function show(wire: WireMessage[], { jid, messageId, content }: OutboxRow, atMs: number): void {
  if (content.type === 'album_heading') return
  const text = describeContent(content)
  const albumId = 'albumId' in content ? content.albumId : undefined
  const album = albumId === undefined ? undefined : wire.find((message) => message.messageId === albumId)
  if (album) album.text = `${album.text}\n${text}`
  else wire.push({ jid, messageId: albumId ?? messageId, text, atMs })
}

interface OutboxRow {
  id: string
  seq: number
  attempts: number
  jid: string
  flowStateId: string | null
  nodeId: string | null
  messageId: string
  content: FlowContent | AlbumHeading
}

let lastMessage = 0

/** A text of a contact, as the network tells it. */
export function textInput(
  clientId: string,
  contactJid: string,
  text: string,
  id?: string,
): ConversationEvent {
  lastMessage += 1
  const eventId = id ?? `wamid-${lastMessage}`
  const message = { id: eventId, type: 'text' as const, text }
  return { clientId, contactJid, source: 'chat', event: { type: 'message_received', eventId, message } }
}
