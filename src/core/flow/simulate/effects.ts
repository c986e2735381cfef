import type { EffectError, EffectResult } from '../../conversation/flow-event.ts'
import type { AwaitedEffect, CodeEffect, FlowEffect, TableEffect } from '../effects.ts'
import { isAwaited } from '../effects.ts'
import type { CaseAnswer } from './case-format.ts'
import { withoutUndefined } from './without-undefined.ts'

/** What a case may answer, in the order in which the answers of one step are given. */
export const ANSWERED_KINDS = [
  ...(['http', 'code', 'ai', 'mcp', 'knowledge', 'table', 'email'] as const),
  ...(['group_act', 'channel_post', 'status_post'] as const),
] as const satisfies readonly AwaitedEffect['kind'][]

/** An effect as the host keeps it; an awaited one stays `pending` until it is answered. */
export interface SimulatedEffect {
  jid: string
  effect: FlowEffect | AwaitedEffect
  status: 'pending' | 'done'
}

/** What another system, or a script, is made to answer. */
export type EffectAnswer = EffectResult | { error: string; message?: string }

/** An answer on its way to the run that asked. */
export interface AnsweredEffect {
  jid: string
  effectId: string
  runId: string
  outcome: { result: EffectResult } | { error: EffectError }
}

/** By what an answer is pinned to an effect: its node, or `NODE:TOOL` where a model calls it as a tool. */
export function pinOf(effect: AwaitedEffect): string {
  const tool = 'tool' in effect ? effect.tool : undefined
  return tool === undefined ? effect.nodeId : `${effect.nodeId}:${tool}`
}

/** What an effect is answered in a case. Calls of tools without an id are numbered. */
export function toAnswer(answer: CaseAnswer): EffectAnswer {
  if ('error' in answer) return withoutUndefined(answer)
  const { calls, ...rest } = answer
  const numbered = calls?.map(({ id, name, input = {} }, n) => ({ id: id ?? `call_${n + 1}`, name, input }))
  return withoutUndefined({ ...rest, calls: numbered })
}

/** The effects of a simulation, and the answers it was given for them: per contact in order, or pinned to a node. */
export class SimulatedEffects {
  rows: SimulatedEffect[] = []
  /** Runs the script of a code node for which there is no answer; null leaves the run waiting. */
  runScript: (jid: string, effect: CodeEffect) => EffectAnswer | null = () => null
  /** Carries out the call of a table node for which there is no answer; null leaves the run waiting. */
  runTable: (jid: string, effect: TableEffect) => EffectAnswer | null = () => null
  private readonly pinned = new Map<string, EffectAnswer>()
  private readonly answers = new Map<string, EffectAnswer[]>()

  add(jid: string, effect: FlowEffect | AwaitedEffect): void {
    this.rows.push({ jid, effect, status: isAwaited(effect) ? 'pending' : 'done' })
  }

  ofContact(jid: string): (FlowEffect | AwaitedEffect)[] {
    return this.rows.filter((row) => row.jid === jid).map((row) => row.effect)
  }

  dropRun(runId: string): void {
    this.rows = this.rows.filter(({ effect }) => effect.runId !== runId)
  }

  /** Answers a node's effects, or those of its tool, always, unless a contact has an answer of their own. */
  pin(place: string, answer: EffectAnswer): void {
    this.pinned.set(place, answer)
  }

  /** Answers the contact's oldest effect of a kind, or the next one they will cause. */
  answer(jid: string, kind: AwaitedEffect['kind'], answer: EffectAnswer): void {
    const key = `${jid}\n${kind}`
    this.answers.set(key, [...(this.answers.get(key) ?? []), answer])
  }

  private work(jid: string, effect: AwaitedEffect): EffectAnswer | null {
    if (effect.kind === 'code') return this.runScript(jid, effect)
    return effect.kind === 'table' ? this.runTable(jid, effect) : null
  }

  /** Takes every effect whose answer is known. */
  takeAnswered(): AnsweredEffect[] {
    return this.rows.flatMap((row) => {
      const { effect, jid } = row
      if (row.status !== 'pending' || !isAwaited(effect)) return []
      const given = this.answers.get(`${jid}\n${effect.kind}`)?.shift() ?? this.pinned.get(pinOf(effect))
      const answer = given ?? this.work(jid, effect)
      if (!answer) return []
      row.status = 'done'
      const { effectId, runId } = effect
      const outcome =
        'error' in answer
          ? { error: { code: answer.error, message: answer.message ?? `the call failed: ${answer.error}` } }
          : { result: answer }
      return [{ jid, effectId, runId, outcome }]
    })
  }
}
