import type { AddressPolicy } from '../../core/address-policy.ts'
import {
  type AiEffect,
  type AwaitedEffect,
  type CaseFlow,
  type CaseStep,
  type EffectAnswer,
  type FlowCase,
  isAwaited,
  type KnowledgeQuestion,
  type OpenCase,
  openCase,
  type PlayedConversation,
  type PlayedLine,
  pinOf,
  type RunState,
  type Simulation,
  submitDecision,
  takeCitations,
} from '../../core/flow/index.ts'
import type { ScriptSandbox } from '../../platform/scripts/script-sandbox.ts'
import type { ConversationLine, FoundTexts } from '../models/index.ts'

/** What a conversation is played with. */
export interface PlayPorts {
  addresses: AddressPolicy
  /** Asks a model for real; null: answers are those of the case alone. Throws when the evaluation is to end. */
  ask: ((question: AiEffect, conversation: readonly ConversationLine[]) => Promise<EffectAnswer>) | null
  /** Looks in the documents of the flow's owner. */
  search(question: KnowledgeQuestion): Promise<FoundTexts>
  runScript(script: Parameters<ScriptSandbox['run']>[1]): ReturnType<ScriptSandbox['run']>
}

export interface Played extends PlayedConversation {
  /** Codes of what went wrong: runs that failed, and models that gave no answer that could be used. */
  faults: string[]
  /** Calls that nothing answered. */
  refused: string[]
}

export type PlayResult = { ok: true; played: Played } | { ok: false; problem: string }

/** Effects that one step may cause; a flow that goes round is ended by its own loop guards before. */
const MAX_ROUNDS = 200

/** Plays a case from its first step to its last. Nothing leaves but questions to models and scripts to their sandbox. */
export async function playConversation(
  flowCase: FlowCase,
  flows: Readonly<Record<string, CaseFlow>>,
  ports: PlayPorts,
): Promise<PlayResult> {
  const script = flowCase.script.map((step) => toPlayed(step, ports.ask !== null))
  const setup = {
    ...flowCase,
    flows: withoutModelSamples({ ...flows, ...flowCase.flows }, ports.ask !== null),
  }
  const opened = openCase(setup, { addresses: ports.addresses }, script)
  const [refused] = opened.refused
  if (refused) return { ok: false, problem: refused.code }
  const conversation = new Conversation(opened, script, ports)
  for (const index of script.keys()) await conversation.play(index)
  return { ok: true, played: conversation.result() }
}

/** What is expected of recorded answers says nothing of new ones. */
function toPlayed({ expect: _expect, ai, ...step }: CaseStep, isAsked: boolean): CaseStep {
  return isAsked || ai === undefined ? step : { ...step, ai }
}

/** Models that are asked are not answered by samples. */
function withoutModelSamples(flows: Record<string, CaseFlow>, isAsked: boolean): Record<string, CaseFlow> {
  if (!isAsked) return flows
  return Object.fromEntries(
    Object.entries(flows).map(([name, { samples = {}, ...flow }]) => {
      const models = new Set(
        flow.nodes.flatMap((node) => {
          const [id, type] = Array.isArray(node) ? node : [node.id, node.type]
          return type === 'ai' ? [id] : []
        }),
      )
      return [
        name,
        { ...flow, samples: Object.fromEntries(Object.entries(samples).filter(([id]) => !models.has(id))) },
      ]
    }),
  )
}

class Conversation {
  readonly #opened: OpenCase
  readonly #script: readonly CaseStep[]
  readonly #ports: PlayPorts
  readonly #lines: (PlayedLine & { jid: string })[] = []
  readonly #refused: string[] = []
  readonly #sources = new Set<string>()
  #sent = 0
  #step = 0

  constructor(opened: OpenCase, script: readonly CaseStep[], ports: PlayPorts) {
    this.#opened = opened
    this.#script = script
    this.#ports = ports
  }

  async play(index: number): Promise<void> {
    const step = this.#script[index]
    if (!step) return
    this.#step = index + 1
    const { jid, text, human, vote } = step
    if (text !== undefined) this.#note('contact', jid, text)
    if (vote !== undefined) this.#note('contact', jid, [vote].flat().join(', '))
    if (human !== undefined) this.#note('person', jid, human)
    this.#opened.play(step)
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      this.#collect()
      if (!(await this.#goOn())) return
    }
  }

  result(): Played {
    const { simulation } = this.#opened
    const { runs } = simulation
    return {
      lines: this.#lines.map(({ jid: _jid, ...line }) => line),
      exits: listExits(simulation),
      vars: runs.at(-1)?.context.vars ?? {},
      state: runs.at(-1)?.state ?? null,
      sources: [...this.#sources],
      faults: listFaults(simulation),
      refused: [...new Set(this.#refused)],
    }
  }

  /** Answers what the flow waits for; false when that is the next step, or nothing. */
  async #goOn(): Promise<boolean> {
    const { simulation } = this.#opened
    const waiting = simulation.effects.rows.flatMap(({ jid, effect, status }) =>
      status === 'pending' && isAwaited(effect) ? [{ jid, effect }] : [],
    )
    for (const { jid, effect } of waiting) {
      const answer = await this.#answer(jid, effect)
      if (answer === null) continue
      simulation.effects.answer(jid, effect.kind, answer)
      simulation.pump()
      return true
    }
    return simulation.runs.some((run) => this.#passTime(run))
  }

  /** A person approves what waits, and a contact who has written all there is falls silent. */
  #passTime({ state, contactJid, context, timerDueAt }: RunState): boolean {
    const { simulation } = this.#opened
    if (state === 'waiting_approval' && !this.#isAhead('approval')) {
      submitDecision(simulation, contactJid, 'approve')
      simulation.pump()
      return true
    }
    if (state !== 'waiting_timer' || context.thinking?.gathers === undefined || timerDueAt === null)
      return false
    simulation.advanceTo(timerDueAt)
    return true
  }

  #isAhead(key: keyof CaseStep): boolean {
    return this.#script.slice(this.#step).some((step) => step[key] !== undefined)
  }

  async #answer(jid: string, effect: AwaitedEffect): Promise<EffectAnswer | null> {
    const { ask, runScript, search } = this.#ports
    if (effect.kind === 'ai' && ask) {
      const answer = await ask(effect, this.#spoken(jid, effect))
      this.#noteSources(answer)
      return answer
    }
    if (this.#isAhead(effect.kind)) return null
    if (effect.kind === 'knowledge' && ask) {
      const found = await search(effect.search)
      for (const { title } of found.found) this.#sources.add(title)
      return { ...found }
    }
    if (effect.kind === 'code') {
      const { source, input, timeoutMs, memoryMb } = effect
      const result = await runScript({ source, input, timeoutMs, memoryMb })
      return result.ok ? { value: result.value } : { error: result.error.code, message: result.error.message }
    }
    this.#refused.push(pinOf(effect))
    return { error: 'FAILED', message: 'Calls are not made in evaluations.' }
  }

  #noteSources(answer: EffectAnswer): void {
    if ('error' in answer) return
    const { text, sources = [] } = answer
    const named = text === undefined ? sources : takeCitations(text, sources).named
    for (const { title } of named) this.#sources.add(title)
  }

  /** What a model is shown: up to what the contact said last, as a live conversation has it. */
  #spoken(jid: string, { historyTurns, said, turns = [] }: AiEffect): ConversationLine[] {
    const spoken = this.#lines
      .filter((line) => line.jid === jid)
      .map(({ from, text }) => ({ fromMe: from !== 'contact', text }))
    const since = turns.filter((turn) => 'said' in turn).length
    const before = since === 0 ? spoken : spoken.slice(0, -since)
    const shown = historyTurns + (said === null ? 0 : 1)
    return shown === 0 ? [] : before.slice(-shown)
  }

  #note(from: PlayedLine['from'], jid: string, text: string): void {
    this.#lines.push({ from, jid, text, step: this.#step })
  }

  #collect(): void {
    const { shown } = this.#opened.simulation
    for (const { jid, text } of shown.slice(this.#sent)) this.#note('flow', jid, text)
    this.#sent = shown.length
  }
}

/** By the edges that were followed; a way that leads nowhere is known by what the model chose. */
function listExits({ transitions, runs, versions }: Simulation): PlayedConversation['exits'] {
  const edges = new Map(
    [...versions.values()].flatMap(({ definition }) =>
      definition.edges.map(({ id, source, sourceHandle }) => [`${source}\n${id}`, sourceHandle] as const),
    ),
  )
  const followed = transitions.flatMap(({ fromNodeId: node, edgeId }) => {
    const exit = edgeId === null ? undefined : edges.get(`${node}\n${edgeId}`)
    return exit === undefined ? [] : [{ node, exit }]
  })
  const chosen = runs.flatMap(({ context: { nodes = {} } }) =>
    Object.entries(nodes).flatMap(([node, { body, error }]) =>
      typeof body === 'string' && error === null ? [{ node, exit: `route:${body}` }] : [],
    ),
  )
  return [...followed, ...chosen]
}

/** Runs that failed, and why models gave nothing that could be used. */
function listFaults({ transitions, runs, versions }: Simulation): string[] {
  const models = new Set(
    [...versions.values()].flatMap(({ definition }) =>
      definition.nodes.flatMap(({ id, type }) => (type === 'ai' ? [id] : [])),
    ),
  )
  const failed = runs.flatMap(({ failure }) => (failure ? [failure.code] : []))
  const left = transitions.flatMap(({ nodeType, outcome, fromNodeId, contextPatch }) => {
    const { nodes } = contextPatch as { nodes?: Record<string, { error?: string }> }
    const error = nodes?.[fromNodeId]?.error
    return nodeType === 'ai' && outcome === 'error' && error ? [error] : []
  })
  const last = runs.flatMap(({ context: { nodes = {} } }) =>
    Object.entries(nodes).flatMap(([node, { error }]) => (error !== null && models.has(node) ? [error] : [])),
  )
  return [...new Set([...last, ...left, ...failed])]
}
