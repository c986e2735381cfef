import type { OwnerId } from '../../src/contract/handlers.ts'
import type { ConversationEvent } from '../../src/core/conversation/flow-event.ts'
import { Refusal } from '../../src/core/errors.ts'
import { type CaseWorld, checkExpectation } from '../../src/core/flow/simulate/case-expect.ts'
import type { CaseFlow, CaseStep, FlowCase } from '../../src/core/flow/simulate/case-format.ts'
import type { CaseResult } from '../../src/core/flow/simulate/run-case.ts'
import { readFlags } from '../../src/core/flow/simulate/run-case.ts'
import type { TestDatabase } from './database.ts'
import { ScriptedEffects } from './durable-effects.ts'
import { type DurableProcess, startDurableProcess, type WireMessage } from './durable-host.ts'
import {
  at,
  type Failures,
  hasInput,
  readTables,
  seedClient,
  seedOwned,
  toEvents,
  toParts,
  toRefused,
  withoutDrafts,
  withRealKeys,
} from './durable-tables.ts'
import { insertClient, insertUser } from './fixtures.ts'
import { installFrozenClock, withFrozenClock } from './frozen-clock.ts'
import { askPrepared } from './prepared.ts'

const DEFAULT_START = '2026-01-01T00:00:00Z'
const NO_ID = '00000000-0000-4000-8000-000000000000'

/** `inline`: idle conversations are stepped with the message. `runner`: every message is left to the conversation runner. */
export type CaseMode = 'inline' | 'runner'

/** Plays a case in the form of docs/flows.md on the real host and database, and checks what the simulated host checks. */
export async function runDurableCase(
  database: TestDatabase,
  flowCase: FlowCase,
  mode: CaseMode = 'inline',
): Promise<CaseResult> {
  const player = await CasePlayer.create(database, flowCase)
  player.mode = mode
  const failures: Failures = []
  try {
    failures.push(...(await player.publish(withoutDrafts(flowCase.flows))).map(at({ part: 'flows' })))
    for (const [index, raw] of flowCase.script.entries()) {
      if (failures.length > 0) break
      const problems = await player.play({ ...raw, jid: player.canonical(raw.jid) })
      failures.push(...problems.map(at({ part: 'step', number: index + 1, step: '' })))
    }
  } finally {
    await player.close()
  }
  return { id: flowCase.id, title: flowCase.title, ok: failures.length === 0, failures }
}

class CasePlayer {
  mode: CaseMode = 'inline'
  private readonly database: TestDatabase
  private readonly flowCase: FlowCase
  readonly userId: OwnerId
  readonly clientId: string
  private readonly startAt: number
  private readonly flowIds = new Map<string, string>()
  private readonly wire: WireMessage[]
  private readonly checked = new Map<string, number>()
  private readonly duplicates = new Set<string>()
  private process: DurableProcess
  private nowMs: number
  private connected = true
  private kept: ConversationEvent[] = []
  private publishErrors: string[] = []
  private publishWarnings: string[] = []
  private readonly checkedEffects = new Map<string, number>()
  private readonly effects: ScriptedEffects
  private counter = 0

  private constructor(
    database: TestDatabase,
    flowCase: FlowCase,
    owner: { userId: OwnerId; clientId: string; wire: WireMessage[] },
    process: DurableProcess,
    effects: ScriptedEffects,
  ) {
    this.effects = effects
    this.database = database
    this.flowCase = flowCase
    this.userId = owner.userId
    this.clientId = owner.clientId
    this.wire = owner.wire
    this.process = process
    this.startAt = Date.parse(flowCase.startAt ?? DEFAULT_START)
    this.nowMs = this.startAt
  }

  static async create(database: TestDatabase, flowCase: FlowCase): Promise<CasePlayer> {
    const startAt = Date.parse(flowCase.startAt ?? DEFAULT_START)
    await installFrozenClock(database, startAt)
    await ScriptedEffects.install(database)
    const userId = await insertUser(database.pool)
    const clientId = await insertClient(database.pool, { userId })
    const wire: WireMessage[] = []
    const player: { current?: CasePlayer } = {}
    const effects = new ScriptedEffects(database, clientId)
    const { secrets: secretNames, models: modelNames } = flowCase.client ?? {}
    const process = await startDurableProcess({
      url: withFrozenClock(database.url),
      clientId,
      wire,
      isConnected: () => player.current?.connected ?? true,
      effects: effects.ports,
      ...(secretNames ? { secretNames } : {}),
      ...(modelNames ? { modelNames } : {}),
    })
    player.current = new CasePlayer(database, flowCase, { userId, clientId, wire }, process, effects)
    await player.current.seed()
    return player.current
  }

  private async seed(): Promise<void> {
    const { client } = this.flowCase
    const { pool } = this.database
    await seedClient(this.database, this.clientId, client)
    await seedOwned(this.database, this, this.flowCase)
    const names = new Set(Object.keys(this.flowCase.flows))
    for (const step of this.flowCase.script)
      for (const name of Object.keys(step.publish ?? {})) names.add(name)
    // Ids ascend with the names, so that flows of equal rank stand in the same order as in the simulation.
    for (const name of [...names].sort()) await this.importFlow(name)
    const menu = client?.mainMenuFlowId
    if (menu) {
      const flowId = this.flowIds.get(menu)
      await pool.query('update client set main_menu_flow_id = $2 where id = $1', [this.clientId, flowId])
    }
  }

  private async importFlow(name: string): Promise<void> {
    const row = await this.process.flows.service.import(this.userId, {
      version: 1,
      name,
      clientId: this.clientId,
    })
    this.flowIds.set(name, row.id)
  }

  canonical(jid: string): string {
    for (const [id, contact] of Object.entries(this.flowCase.contacts ?? {})) {
      if (contact.aliases?.includes(jid)) return id
    }
    return jid
  }

  /** Publishes flows that may call each other: round by round, as long as one more of them can be. */
  async publish(flows: Record<string, CaseFlow>): Promise<Failures> {
    const { service } = this.process.flows
    let left = Object.keys(flows)
    for (const [name, flow] of Object.entries(flows)) {
      const parts = toParts(name, flow, (called) => this.flowId(called))
      await service.update(this.flowId(name), this.userId, parts)
      this.effects.pin(flow)
    }
    for (;;) {
      this.publishErrors = []
      const refused: { name: string; message: string }[] = []
      for (const name of left) {
        const message = await this.publishOne(name)
        if (message !== null) refused.push({ name, message })
      }
      if (refused.length === 0 || refused.length === left.length) {
        await this.noteWarnings(Object.keys(flows))
        return refused.map(toRefused)
      }
      left = refused.map(({ name }) => name)
    }
  }

  private async noteWarnings(names: readonly string[]): Promise<void> {
    this.publishWarnings = []
    for (const name of names) {
      const { warnings } = await this.process.flows.service.validate(
        this.userId,
        this.flowId(name),
        undefined,
      )
      this.publishWarnings.push(...warnings.map((warning) => warning.code))
    }
  }

  private async publishOne(name: string): Promise<string | null> {
    try {
      await this.process.flows.service.publish(this.flowId(name), this.userId)
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const errors = (error.data?.errors ?? []) as { code: string; message: string }[]
      this.publishErrors.push(...errors.map((item) => item.code))
      return errors.map((item) => item.message).join(', ') || error.message
    }
  }

  private flowId(name: string): string {
    return this.flowIds.get(name) ?? NO_ID
  }

  async play(step: CaseStep): Promise<Failures> {
    if (step.at !== undefined) {
      if (step.crash && !hasInput(step)) this.process.crashAt = step.crash
      await this.advanceTo(this.startAt + Math.round(step.at * 1_000))
    }
    if (step.restart && !step.crash) await this.restart()
    if (step.reconnect) await this.reconnect()
    if (step.crash && !this.process.isDead) this.process.crashAt = step.crash
    const refused = await this.publishStep(step)
    this.process.failSends = step.failSends ?? false
    await this.process.setAcks(step.acks)
    await this.submit(step)
    if (!this.process.isDead) this.process.crashAt = null
    if (step.restart && step.crash) await this.restart()
    if (step.disconnect) this.connected = false
    return [...(step.expect?.publishErrors ? [] : refused), ...(await this.check(step))]
  }

  private async publishStep(step: CaseStep): Promise<Failures> {
    const flows: Record<string, CaseFlow> = {}
    const gone = step.unpublish === undefined ? [] : [step.unpublish]
    for (const [name, flow] of Object.entries(step.publish ?? {})) {
      if (flow) flows[name] = flow
      else gone.push(name)
    }
    for (const name of gone) await this.process.flows.service.unpublish(this.flowId(name), this.userId)
    return step.publish ? (await this.publish(flows)).map(at({ part: 'publish' })) : []
  }

  private async submit(step: CaseStep): Promise<void> {
    this.counter += 1
    const events = toEvents(step, {
      clientId: this.clientId,
      eventId: step.id ?? `step-${this.counter}`,
      nowMs: this.nowMs,
      ...(await this.lastRunOf(step.jid)),
      polls: await this.pollsOf(step.jid),
      flowId: (name) => this.flowId(name),
      flow: (name) => this.flowCase.flows[name],
    })
    const fromChat = events.filter(({ source }) => source === 'chat' || source === 'human')
    const ours = events.filter((event) => !fromChat.includes(event))
    if (step.hold) return this.process.store(fromChat)
    if (this.process.isDead || !this.connected) this.kept.push(...fromChat)
    else await this.deliver(fromChat)
    for (const [flag, value] of readFlags(step)) {
      await this.process.runs.setContactFlag(this.clientId, step.jid, flag, value)
    }
    this.effects.take(step)
    await this.deliver(ours)
    if (!this.process.isDead) this.process.runner.wake(step.jid)
    await this.settle()
  }

  private async lastRunOf(jid: string): Promise<{ runId: string; approvalId: string }> {
    const { rows } = await askPrepared<{ id: string; approvalId: string | null }>(
      this.database.pool,
      `select id, context::jsonb #>> '{approval,id}' as "approvalId" from flow_state where client_id = $1 and contact_jid = $2 order by created_at desc, id desc limit 1`,
      [this.clientId, jid],
    )
    return { runId: rows[0]?.id ?? NO_ID, approvalId: rows[0]?.approvalId ?? NO_ID }
  }

  private async pollsOf(jid: string): Promise<string[]> {
    const { rows } = await askPrepared<{ id: string }>(
      this.database.pool,
      `select id from outbox where client_id = $1 and contact_jid = $2 and content->>'type' = 'poll' order by seq`,
      [this.clientId, jid],
    )
    return rows.map(({ id }) => id)
  }

  private async deliver(events: readonly ConversationEvent[], how?: 'waited'): Promise<void> {
    if (events.length === 0) return
    await this.noteDuplicates(events)
    try {
      if (this.mode === 'inline') await this.process.deliver(events, how)
      else await this.process.store(events)
    } catch (error) {
      if (!this.process.isDead) throw error
      this.kept.push(...events)
    }
  }

  private async noteDuplicates(events: readonly ConversationEvent[]): Promise<void> {
    for (const { event, contactJid } of events) {
      const { rows } = await askPrepared(
        this.database.pool,
        'select 1 from inbound_event where client_id = $1 and event_id = $2',
        [this.clientId, event.eventId],
      )
      if (rows.length > 0) this.duplicates.add(contactJid)
      else this.duplicates.delete(contactJid)
    }
  }

  private async settle(): Promise<void> {
    if (this.process.isDead) return
    try {
      do {
        await this.process.settle()
      } while (!this.process.isDead && (await this.letEffectGo()))
    } catch (error) {
      if (!this.process.isDead) throw error
    }
  }

  private async letEffectGo(): Promise<boolean> {
    const released = await this.effects.release()
    if (!released) return false
    await this.deliver(released.late)
    await this.process.runner.scan()
    return true
  }

  private async advanceTo(time: number): Promise<void> {
    for (;;) {
      if (this.process.isDead) break
      const { rows } = await askPrepared<{ id: string; dueMs: number }>(
        this.database.pool,
        `select id, (extract(epoch from due_at) * 1000)::float8 as "dueMs" from timer
         where fired_at is null and due_at is not null and due_at <= to_timestamp($1 / 1000.0) order by due_at, id limit 1`,
        [time],
      )
      const due = rows[0]
      if (due === undefined) break
      await this.moveClock(Math.max(this.nowMs, due.dueMs))
      try {
        await this.process.runs.tasks.flow_timer({ timerId: due.id })
      } catch (error) {
        if (!this.process.isDead) throw error
      }
      await this.settle()
    }
    await this.moveClock(time)
  }

  private async moveClock(ms: number): Promise<void> {
    this.nowMs = ms
    await askPrepared(this.database.pool, 'update test_time.clock set at = to_timestamp($1 / 1000.0)', [ms])
  }

  private async restart(): Promise<void> {
    await this.process.close()
    this.process = await startDurableProcess({
      url: withFrozenClock(this.database.url),
      clientId: this.clientId,
      hostId: `host-${this.counter}`,
      wire: this.wire,
      isConnected: () => this.connected,
      effects: this.effects.ports,
    })
    await this.reconnect()
  }

  private async reconnect(): Promise<void> {
    this.connected = true
    await this.process.runs.onClientConnected(this.clientId)
    await this.process.runner.scan()
    await this.settle()
    for (const input of this.kept.splice(0)) {
      await this.deliver([input], 'waited')
      await this.settle()
    }
    for (const { jid } of this.flowCase.script) this.process.runner.wake(this.canonical(jid))
    await this.settle()
  }

  /** The tables in the shape of the simulated host, for the same checks. */
  private async check(step: CaseStep): Promise<Failures> {
    if (!step.expect) return []
    const { refusal: _refusal, ...expect } = step.expect
    const effects = await this.effects.ofContact(step.jid)
    const fresh = effects.slice(this.checkedEffects.get(step.jid) ?? 0)
    if (expect.effects) expect.effects = withRealKeys(expect.effects, fresh)
    const world = {
      simulation: await readTables(this.database, {
        clientId: this.clientId,
        jid: step.jid,
        flowIds: this.flowIds,
        wire: this.wire,
        isDuplicate: this.duplicates.has(step.jid),
        effects,
      }),
      checked: this.checked,
      checkedEffects: this.checkedEffects,
      publishWarnings: this.publishWarnings,
      publishErrors: this.publishErrors,
      startAt: this.startAt,
    }
    return checkExpectation(world as unknown as CaseWorld, { ...step, expect })
  }

  async close(): Promise<void> {
    await this.process.close()
  }
}
