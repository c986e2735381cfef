import { PUBLIC_ADDRESSES } from '../../src/core/address-policy.ts'
import type {
  ConversationEvent,
  EffectResult,
  FoundText,
  NewFlowEvent,
} from '../../src/core/conversation/flow-event.ts'
import { refusal } from '../../src/core/errors.ts'
import type { CaseAnswer, CaseFlow, CaseStep } from '../../src/core/flow/simulate/case-format.ts'
import { ANSWERED_KINDS, toAnswer } from '../../src/core/flow/simulate/effects.ts'
import type { ScriptErrorCode } from '../../src/core/script-interpreter.ts'
import { type TableAnswer, TableError, type TableErrorCode } from '../../src/core/tables.ts'
import type { Database } from '../../src/db/client.ts'
import type { EffectPorts } from '../../src/features/conversations/index.ts'
import type { SendReply } from '../../src/features/conversations/records/send-command.ts'
import type { MailOutcome, MailSent } from '../../src/features/email/index.ts'
import type { GroupAct } from '../../src/features/groups/index.ts'
import type { FoundPiece } from '../../src/features/knowledge/index.ts'
import type { McpOutcome, ModelOutcome, ModelResult } from '../../src/features/models/index.ts'
import { Tables } from '../../src/features/tables/index.ts'
import { OutboundError } from '../../src/platform/outbound-http.ts'
import { failureWith } from './call-failure-samples.ts'
import { askPrepared } from './prepared.ts'

interface AskedEffect {
  id: string
  kind: (typeof ANSWERED_KINDS)[number]
  nodeId: string
  runId: string
  jid: string
  /** The tool of a model that it is called as. */
  tool: string | null
  /** Somebody still waits for it. */
  isThere: boolean
}

/** Databases whose effects are held. */
const holding = new WeakSet<Database>()

/**
 * What other systems and scripts are made to answer, through the host's own ports: per contact in order, or pinned to a
 * node. Every effect is held in the table until its answer is known, and noted in a table of the test.
 */
export class ScriptedEffects {
  readonly ports: EffectPorts
  private readonly database: Database
  private readonly clientId: string
  private readonly pinned = new Map<string, CaseAnswer>()
  private readonly answers = new Map<string, CaseAnswer[]>()
  private readonly answered = new Set<string>()
  /** What the effect that was let go is answered. */
  private next: CaseAnswer | null = null

  constructor(database: Database, clientId: string) {
    this.database = database
    this.clientId = clientId
    this.ports = {
      http: {
        async check() {},
        addresses: PUBLIC_ADDRESSES,
        request: async ({ url }) => this.answerCall(url),
        open: () => Promise.reject(new OutboundError(failureWith('CONNECT_FAILED'))),
      },
      mcp: { call: async () => this.answerTool() },
      mailer: { send: async () => this.answerMail() },
      groups: { act: async (act) => this.answerGroup(act) as never },
      channels: { post: async () => this.answerPost() },
      statuses: { post: async ({ id }) => this.answerStatus(id) },
      models: { ask: async ({ model }) => this.answerModel(model) },
      knowledge: { search: async () => ({ pieces: this.findPieces(), meaning: null }) },
      // The service's own where the case gives no answer; it lays the tables out.
      tables: {
        run: async (tx, userId, call) =>
          this.next ? this.answerTable() : new Tables({ db: database }).run(tx, userId, call),
      },
      scripts: { run: async () => this.answerScript(), async close() {} },
      secrets: {
        read: async (_userId, names) =>
          new Map(names.map((name) => [name, { value: `value of ${name}`, hosts: null }])),
      },
    }
  }

  /** Lays the hold on all effects of the database's flows. */
  static async install(database: Database): Promise<void> {
    if (holding.has(database)) return
    await database.pool.query(`
      create table test_time.noted_effect (seq bigserial, client_id uuid, run_id uuid, request jsonb);
      create index on test_time.noted_effect (client_id, seq);
      create function test_time.hold_effect() returns trigger language plpgsql as $$
        begin
          insert into test_time.noted_effect (client_id, run_id, request) values (new.client_id, new.flow_state_id, new.request);
          new.next_at := 'infinity';
          return new;
        end $$;
      create trigger test_hold before insert on public.effect
        for each row execute function test_time.hold_effect()`)
    holding.add(database)
  }

  pin(flow: CaseFlow): void {
    for (const [nodeId, answer] of Object.entries(flow.samples ?? {})) this.pinned.set(nodeId, answer)
  }

  take(step: CaseStep): void {
    for (const kind of ANSWERED_KINDS) {
      const key = `${step.jid} ${kind}`
      this.answers.set(key, [...(this.answers.get(key) ?? []), ...[step[kind] ?? []].flat()])
    }
  }

  /**
   * Lets one effect go whose answer is known: its last attempt, so that nothing waits for another. One its run no longer
   * waits for is gone from the table; its answer comes as one that was stored just before. Null when none is known.
   */
  async release(): Promise<{ late: ConversationEvent[] } | null> {
    const { rows } = await askPrepared<AskedEffect>(
      this.database.pool,
      `select t.request->>'effectId' as id, t.request->>'kind' as kind, t.request->>'nodeId' as "nodeId", t.request->>'tool' as tool,
         t.run_id as "runId", s.contact_jid as jid, e.id is not null as "isThere"
       from test_time.noted_effect t join flow_state s on s.id = t.run_id
       left join effect e on e.id = (t.request->>'effectId')::uuid
       where t.client_id = $1 and t.request ? 'effectId' order by t.seq`,
      [this.clientId],
    )
    for (const effect of rows.filter(({ id }) => !this.answered.has(id))) {
      const answer =
        this.answers.get(`${effect.jid} ${effect.kind}`)?.shift() ??
        this.pinned.get(effect.tool === null ? effect.nodeId : `${effect.nodeId}:${effect.tool}`)
      if (!answer && effect.kind !== 'table') continue
      this.answered.add(effect.id)
      if (!effect.isThere && !answer) continue
      if (!effect.isThere && answer) return { late: [this.toLate(effect, answer)] }
      this.next = answer ?? null
      await askPrepared(
        this.database.pool,
        `update effect set next_at = '-infinity', attempts = case when (request->>'mayRetry')::boolean
           then (request->>'retries')::int else 0 end where id = $1`,
        [effect.id],
      )
      return { late: [] }
    }
    return null
  }

  private toLate({ id: effectId, runId, jid }: AskedEffect, answer: CaseAnswer): ConversationEvent {
    const about = { eventId: `fx:${effectId}`, effectId, runId }
    const event: NewFlowEvent =
      'error' in answer
        ? { ...about, type: 'effect_failed', error: { code: answer.error, message: 'it failed' } }
        : { ...about, type: 'effect_result', result: toAnswer(answer) as EffectResult }
    return { clientId: this.clientId, contactJid: jid, source: 'effect', event }
  }

  /** All effects ever asked for with a contact, as the engine planned them. */
  async ofContact(jid: string): Promise<Record<string, unknown>[]> {
    const { rows } = await askPrepared<{ request: Record<string, unknown> }>(
      this.database.pool,
      `select t.request from test_time.noted_effect t join flow_state s on s.id = t.run_id
       where t.client_id = $1 and s.contact_jid = $2 order by t.seq`,
      [this.clientId, jid],
    )
    return rows.map((row) => row.request)
  }

  private takeNext(): CaseAnswer {
    const answer = this.next
    this.next = null
    if (!answer) throw new Error('an effect was carried out that the case did not let go')
    return answer
  }

  private answerCall(url: string) {
    const answer = this.takeNext()
    if ('error' in answer) throw new OutboundError(failureWith(answer.error))
    const { status = 200, headers = {}, body } = answer
    const isText = typeof body === 'string' && !/json/.test(headers['content-type'] ?? 'json')
    const text = body === undefined ? '' : isText ? body : JSON.stringify(body)
    return { url, status, headers, body: Buffer.from(text) }
  }

  /** What the model is shown is what its answer says that it was shown. */
  private findPieces(): FoundPiece[] {
    const { next } = this
    const beside = { collection: 'general', score: 1, foundBy: 'words' as const }
    if (next !== null && 'found' in next) {
      const { found = [] } = this.takeNext() as { found?: FoundText[] }
      return found.map(({ text, ...source }, ordinal) => ({
        ...{ ...source, ...beside, body: text, id: String(ordinal), ordinal },
      }))
    }
    const sources = next !== null && 'sources' in next ? (next.sources ?? []) : []
    const body = 'as the document says'
    return sources.map((source, ordinal) => ({ ...source, ...beside, body, id: String(ordinal), ordinal }))
  }

  private answerModel(model: string): ModelOutcome {
    const answer = this.takeNext()
    if ('error' in answer) {
      return { kind: 'failed', failure: failureWith(answer.error), mayPass: false, retryAfterMs: null }
    }
    const { text, calls, object, route, usage } = toAnswer(answer) as EffectResult
    const nothing = { inputTokens: null, outputTokens: null, cost: null, durationMs: 0, attempts: 1 }
    const result: ModelResult =
      calls !== undefined
        ? { text: text ?? '', calls }
        : text !== undefined
          ? { text }
          : route !== undefined
            ? { route }
            : { object }
    return { kind: 'answer', result, usage: usage ?? { model, ...nothing } }
  }

  private answerMail(): MailOutcome {
    const answer = this.takeNext()
    if ('error' in answer) return { failure: failureWith(answer.error) }
    const { output } = toAnswer(answer) as EffectResult
    return { output: output as MailSent }
  }

  /** As the owner of the client answers it: what the case says became of people, or its refusal. */
  private answerGroup(act: GroupAct) {
    // A message is written where the group says that the account may.
    if (act === 'find' && this.next !== null && !('error' in this.next)) {
      const { output } = this.takeNext() as { output?: { role?: string } }
      return { role: output?.role ?? 'member', settings: { send: 'everyone' }, members: [] }
    }
    const answer = this.takeNext()
    if ('error' in answer) throw refusal('FORBIDDEN', answer.error as 'NOT_IN_GROUP', {})
    if (act === 'inviteCode') return String((answer.output as { code: string }).code)
    const { results } = answer.output as { results: { jid: string; networkCode: number | null }[] }
    return results.map(({ jid, networkCode }) => ({ address: jid, networkCode }))
  }

  private answerPost() {
    const answer = this.takeNext()
    if ('error' in answer) throw refusal('FORBIDDEN', answer.error as 'NOT_CHANNEL_ADMIN', {})
    return answer.output as { serverId: number | null }
  }

  private answerStatus(id: string): SendReply {
    const answer = this.takeNext()
    if ('error' in answer) throw refusal('CONFLICT', answer.error as 'STATUS_FOR_NOBODY', {})
    const key = { remoteJid: 'status@broadcast', id, fromMe: true as const, participant: null }
    return { kind: 'sent', key, atSec: 1, status: 'SERVER_ACK', message: {} }
  }

  private answerTool(): McpOutcome {
    const answer = this.takeNext()
    if (!('error' in answer)) return { output: answer.output }
    return { failure: failureWith(answer.error) }
  }

  private answerTable(): TableAnswer {
    const answer = this.takeNext()
    if ('error' in answer) throw new TableError(answer.error as TableErrorCode, 'made up')
    return answer.value as TableAnswer
  }

  private answerScript() {
    const answer = this.takeNext()
    if (!('error' in answer)) return { ok: true as const, value: answer.value }
    const code = answer.error as ScriptErrorCode
    return { ok: false as const, error: { code, message: `the call failed: ${code}` } }
  }
}
