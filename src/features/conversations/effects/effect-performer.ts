import { callFailure } from '../../../core/conversation/call-failure.ts'
import {
  type AwaitedEffect,
  type ChatActionEffect,
  type CodeEffect,
  type EmitEffect,
  type FlowEffect,
  type KnowledgeEffect,
  maskSecrets,
  type NotifyEffect,
} from '../../../core/flow/index.ts'
import { findTexts } from '../../models/index.ts'
import type { ConversationHistory } from './conversation-history.ts'
import { performAi } from './effect-ai.ts'
import { performAssign } from './effect-assign.ts'
import { performEmail } from './effect-email.ts'
import { performGroupAct } from './effect-group.ts'
import { performHttp } from './effect-http.ts'
import { performLabel } from './effect-label.ts'
import { performMcp } from './effect-mcp.ts'
import type { EffectRow } from './effect-sql.ts'
import { performTable } from './effect-table.ts'
import type { ChatAct, EffectOutcome, EffectPorts } from './effect-types.ts'
import { performChannelPost } from './posts/effect-channel.ts'
import { performStatusPost } from './posts/effect-status.ts'

/** Attempts at an effect that no run waits for. */
const MAX_ATTEMPTS = 3
/** Of a search that fails, or whose process dies. */
const MAX_SEARCHES = 6
const NOTIFY_TIMEOUT_MS = 10_000

/** Effects that may be tried again: they set a lasting state, so twice is the same as once. */
const LASTING_ACTIONS: ReadonlySet<string> = new Set(['react', 'archive', 'label'])

export interface PerformerDeps extends EffectPorts {
  history: ConversationHistory
  act(act: ChatAct): Promise<void>
  newId: () => string
  newMessageId: () => string
}

/** Carries out one attempt at an effect. Throws only what is a bug or a database that is away. */
export function createEffectPerformer(deps: PerformerDeps) {
  return async function perform(row: EffectRow, signal: AbortSignal): Promise<EffectOutcome> {
    // Written by `writeEffects` from the engine's own value.
    const effect = row.request as FlowEffect | AwaitedEffect
    const isTyping = 'typing' in effect && effect.typing === true
    return isTyping
      ? whileTyping(deps, row, () => carryOut(effect, row, signal))
      : carryOut(effect, row, signal)
  }

  async function carryOut(
    effect: FlowEffect | AwaitedEffect,
    row: EffectRow,
    signal: AbortSignal,
  ): Promise<EffectOutcome> {
    const mayRepeat = row.attempts < MAX_ATTEMPTS
    switch (effect.kind) {
      case 'http':
        return performHttp(deps, { effect, userId: row.userId, attempt: row.attempts, signal })
      case 'code':
        return performCode(deps, effect, row.userId, mayRepeat)
      case 'ai':
        return performAi(deps, effect, row, signal)
      case 'mcp':
        return performMcp(deps.mcp, effect, row, signal)
      case 'knowledge':
        return performSearch(deps, effect, row, signal)
      case 'email':
        return performEmail(deps, effect, row, signal)
      case 'group_act':
        return performGroupAct(deps, effect, row)
      case 'channel_post':
        return performChannelPost(deps, effect, row)
      case 'status_post':
        return performStatusPost(deps, effect, row)
      case 'table':
        return performTable(deps, effect, row)
      case 'emit':
        return { kind: 'logged', event: effect.event, payload: readPayload(effect) }
      case 'assign':
        return performAssign(effect, row)
      case 'label':
        return performLabel(effect, row)
      case 'notify':
        return performNotify(deps, effect, row, signal)
      case 'typing': {
        const act = { contactJid: row.contactJid, action: 'typing', messageId: null } as const
        return attempt(() => deps.act({ ...act, value: String(effect.durationMs) }), false)
      }
      case 'chat_action':
        return attempt(() => deps.act(toAct(effect, row)), LASTING_ACTIONS.has(effect.action) && mayRepeat)
    }
  }
}

/** A search changes nothing, so it is made again when its answer was lost, but a contact waits for it. */
async function performSearch(
  { knowledge }: PerformerDeps,
  { search, runId }: KnowledgeEffect,
  { attempts, userId, clientId, contactJid }: EffectRow,
  signal: AbortSignal,
): Promise<EffectOutcome> {
  if (attempts > MAX_SEARCHES) return { kind: 'call_failed', failure: callFailure('SERVICE_STOPPED_ASKING') }
  const askedIn = { clientId, contactJid, flowStateId: runId }
  return { kind: 'result', result: { ...(await findTexts(knowledge, userId, search, { askedIn, signal })) } }
}

/** The contact sees "typing" meanwhile; that it could not be shown changes nothing. */
async function whileTyping(
  { act }: PerformerDeps,
  { contactJid }: EffectRow,
  work: () => Promise<EffectOutcome>,
): Promise<EffectOutcome> {
  const over = new AbortController()
  const shown = { contactJid, action: 'typing', value: null, messageId: null, until: over.signal } as const
  act(shown).catch(() => {})
  try {
    return await work()
  } finally {
    over.abort()
  }
}

async function performCode(
  { scripts }: PerformerDeps,
  effect: CodeEffect,
  userId: string,
  mayRepeat: boolean,
): Promise<EffectOutcome> {
  const { source, input, timeoutMs, memoryMb } = effect
  const result = await scripts.run(userId, { source, input, timeoutMs, memoryMb })
  if (result.ok) return { kind: 'result', result: { value: result.value } }
  if (result.error.code === 'SANDBOX_LOST' && mayRepeat) return { kind: 'retry' }
  return { kind: 'failed', error: result.error }
}

/** Secrets do not go into the log of events, which is read back. */
function readPayload({ payload }: EmitEffect): unknown {
  return JSON.parse(maskSecrets(payload))
}

function toAct({ action, value, messageId }: ChatActionEffect, { contactJid }: EffectRow): ChatAct {
  return { contactJid, action, value, messageId }
}

async function performNotify(
  { http }: PerformerDeps,
  { webhook, jid, label, reason, runId, nodeId }: NotifyEffect,
  { contactJid, attempts }: EffectRow,
  signal: AbortSignal,
): Promise<EffectOutcome> {
  const post = async () => {
    if (webhook === undefined) return
    const body = JSON.stringify({
      type: 'flow.handoff',
      contactJid,
      flowStateId: runId,
      nodeId,
      reason,
      label: label ?? null,
    })
    const headers = [{ name: 'Content-Type', value: 'application/json' }]
    const request = { method: 'POST', url: webhook, headers, body, timeoutMs: NOTIFY_TIMEOUT_MS }
    const { status } = await http.request({ ...request, maxBodyBytes: 65_536, signal })
    if (status >= 500) throw new Error(`the webhook answered ${status}`)
  }
  const outcome = await attempt(post, attempts < MAX_ATTEMPTS)
  if (outcome.kind === 'retry' || jid === undefined) return outcome
  return { kind: 'messaged', to: jid, text: `${contactJid.split('@')[0] ?? contactJid}: ${reason}` }
}

/**
 * No run waits for it: a failure is dropped unless it may be repeated, as a typing sign that comes late is worse than
 * none.
 */
async function attempt(work: () => Promise<void>, mayRepeat: boolean): Promise<EffectOutcome> {
  try {
    await work()
  } catch {
    if (mayRepeat) return { kind: 'retry' }
  }
  return { kind: 'finished' }
}
