import { Simulation } from '../../../src/core/flow/index.ts'
import type { FlowSnapshot } from '../../../src/core/flow/snapshot.ts'
import type { BotWorld } from './interpreter.ts'
import { answerEffect, type Model, readQuestion } from './models.ts'

const JID = 'someone'
export const CONTACT = { name: 'Ana', phone: '+351910000000' }
const START_AT = Date.UTC(2026, 4, 12, 9)
const INPUTS = ['vars', 'contact', 'message', 'last', 'trigger', 'node', 'flow', 'now']
const TURN_MS = 20_000

/** How a script is run: what it answers, or that it failed. */
export type RunScript = (source: string, input: unknown) => { value: unknown } | { error: string }

/** What the world around a flow answers. */
export interface OurWorld {
  http: BotWorld['http']
  run?: RunScript
  model?: Model
}

/** Our engine with an imported flow: scripts run, calls are answered, pauses pass. */
export class OurSide {
  /** What each question to a model held. */
  readonly asked: string[] = []
  readonly arms: ('a' | 'b')[] = []
  private readonly simulation = new Simulation({
    startAt: START_AT,
    contacts: { [JID]: { name: CONTACT.name, phone: CONTACT.phone } },
  })
  private readonly handleOf: Map<string, string>
  private readonly typeOf: Map<string, string>
  private readonly world: Required<OurWorld>
  private readonly conversation: string[] = []
  private messages = 0

  constructor(flow: FlowSnapshot, { http, run = runPlainly, model = () => '' }: OurWorld) {
    this.world = { http, run, model }
    this.typeOf = new Map(flow.definition.nodes.map(({ id, type }) => [id, type]))
    this.handleOf = new Map(flow.definition.edges.map(({ id, sourceHandle }) => [id, sourceHandle ?? 'out']))
    this.simulation.versions.set(flow.versionId, flow)
    this.simulation.active.set('A', flow)
  }

  get now(): number {
    return this.simulation.now
  }

  get state(): string {
    return this.simulation.runsOf(JID).at(-1)?.state ?? 'not started'
  }

  get isWaiting(): boolean {
    return this.state === 'waiting_input'
  }

  receive(text: string): string[] {
    const { simulation } = this
    const [shown, transitions] = [simulation.shown.length, simulation.transitions.length]
    this.messages += 1
    this.conversation.push(text)
    simulation.now += TURN_MS
    const message = { id: `m${this.messages}`, type: 'text' as const, text }
    simulation.receive(JID, { type: 'message_received', message }, message.id)
    simulation.pump()
    while (this.resume()) simulation.pump()
    for (const { outcome, edgeId } of simulation.transitions.slice(transitions)) {
      if (outcome === 'arm') this.arms.push(this.handleOf.get(edgeId ?? '') === 'arm:b' ? 'b' : 'a')
    }
    return simulation.shown
      .slice(shown)
      .flatMap((sent) => sent.text.split('\n'))
      .filter((line) => line !== '👇' && line.trim() !== '')
  }

  /** Answers an effect, or lets a pause pass; false when there is nothing to go on with. */
  private resume(): boolean {
    const { simulation } = this
    const pending = simulation.effects.rows.find(({ status }) => status === 'pending')?.effect
    if (pending?.kind === 'code') {
      simulation.effects.answer(JID, 'code', this.world.run(pending.source, pending.input))
      return true
    }
    if (pending?.kind === 'email') {
      const output = { messageId: '<1@example.com>', accepted: [...pending.to], refused: [] }
      simulation.effects.answer(JID, 'email', { output })
      return true
    }
    if (pending?.kind === 'http') {
      simulation.effects.answer(JID, 'http', { headers: {}, ...this.world.http(String(pending.request.url)) })
      return true
    }
    if (pending?.kind === 'ai') {
      const shown = simulation.shown.map(({ text }) => text)
      simulation.effects.answer(JID, 'ai', answerEffect(pending, this.world.model(this.asked.length)))
      this.asked.push(readQuestion(pending, [...this.conversation, ...shown]))
      return true
    }
    const pause = simulation.timers.find(({ fired, kind }) => !fired && kind === 'delay_elapsed')
    // A wait for a call is no pause: nothing but a call, a message or a long time ends it.
    if (!pause || this.typeOf.get(simulation.runsOf(JID).at(-1)?.currentNodeId ?? '') !== 'delay')
      return false
    simulation.advanceTo(pause.dueAt)
    return true
  }
}

/** Runs a script as flows do, but for the sandbox around it. */
export const runPlainly: RunScript = (source, input) => {
  try {
    const values = JSON.parse(JSON.stringify(input)) as Record<string, unknown>
    const script = Reflect.construct(Function, [...INPUTS, `"use strict";${source}`]) as (
      ...given: unknown[]
    ) => unknown
    const value: unknown = script(...INPUTS.map((name) => values[name]))
    return { value: JSON.parse(JSON.stringify(value ?? null)) as unknown }
  } catch {
    return { error: 'THREW' }
  }
}
