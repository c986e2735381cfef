import {
  type CaseStep,
  describeContent,
  type EffectAnswer,
  type FlowDefinition,
  isAwaited,
  LIVE_STATES,
  type MessageType,
  type RunState,
  type SendContent,
  Simulation,
} from '../../../core/flow/index.ts'
import { TESTED_FLOW } from './flow-tests.ts'
import type { Marks, NodeMark } from './marks.ts'

/** One line of the conversation. */
export type TalkLine =
  | { kind: 'contact' | 'human'; text: string; type: MessageType }
  | { kind: 'flow'; content: SendContent; text: string; nodeId: string; sendId: string }
  | { kind: 'ignored'; reason: string }
  | { kind: 'waited'; ms: number }
  | { kind: 'ended'; state: RunState['state']; message: string | null }

/** A call or script the run waits for; the person says what it answers. */
export interface OpenEffect {
  effectId: string
  kind: 'http' | 'code'
  nodeId: string
  /** The request line, or the script. */
  summary: string
}

/** What can be seen of a simulation. A new object after each step. */
export interface SimulatorView {
  lines: readonly TalkLine[]
  run: RunState | null
  /** Milliseconds until the next timer of the run fires; null: none is set. */
  nextTimerMs: number | null
  openEffects: readonly OpenEffect[]
  tags: readonly string[]
  marks: Marks
  isMuted: boolean
}

const JID = 'u1'

const summarizeEffect = (effect: Parameters<typeof isAwaited>[0]): string => {
  if (effect.kind === 'code') return effect.source
  if (effect.kind !== 'http') return ''
  const { url, method } = effect.request
  const parts = typeof url === 'string' ? [url] : url
  return `${method} ${parts.map((part) => (typeof part === 'string' ? part : `{{ secrets.${part.secret} }}`)).join('')}`
}

/**
 * A conversation with a draft on the pure engine: nothing leaves the browser, and the clock moves when it is told to.
 * Every step is kept in the form of a case, with what came of it, so that the conversation can be saved as a test.
 */
export class FlowSimulator {
  readonly startAt: number
  /** What was done so far, as the script of a case. */
  readonly script: CaseStep[] = []
  private readonly simulation: Simulation
  private readonly lines: TalkLine[] = []
  private shownSends = 0
  private seenEvents = 0
  private endedRuns = new Set<string>()
  private lastMessage = 0

  constructor(definition: FlowDefinition, startAt: number, contactName: string) {
    this.startAt = startAt
    this.simulation = new Simulation({ startAt, contacts: { [JID]: { name: contactName } } })
    this.simulation.publish(TESTED_FLOW, definition)
  }

  say(text: string, type: MessageType = 'text'): void {
    this.step({ text, ...(type !== 'text' && { type }) }, () => {
      this.lines.push({ kind: 'contact', text, type })
      const id = this.messageId()
      this.simulation.receive(JID, { type: 'message_received', message: { id, type, text } }, id)
    })
  }

  /** Votes in a poll that was sent; the poll is named by its send. */
  vote(sendId: string, option: string): void {
    const polls = this.simulation.outbox.filter((send) => send.content.type === 'poll')
    const poll = polls.findIndex((send) => send.id === sendId)
    this.step({ vote: option, poll }, () => {
      this.lines.push({ kind: 'contact', text: option, type: 'poll_vote' })
      const id = this.messageId()
      const message = { id, type: 'poll_vote' as const, text: option, poll: { sendId, options: [option] } }
      this.simulation.receive(JID, { type: 'poll_vote_received', message }, id)
    })
  }

  /** A person of ours writes in the chat. */
  writeAsHuman(text: string): void {
    this.step({ human: text }, () => {
      this.lines.push({ kind: 'human', text, type: 'text' })
      this.simulation.receive(JID, { type: 'human_message', text }, this.messageId())
    })
  }

  startByApi(inputs: Record<string, unknown>): void {
    this.step({ start: { flow: TESTED_FLOW, inputs } }, () =>
      this.simulation.submit(JID, { type: 'api_start', flowId: TESTED_FLOW, inputs }),
    )
  }

  startBySchedule(nodeId: string): void {
    this.step({ schedule: { flow: TESTED_FLOW, node: nodeId } }, () =>
      this.simulation.submit(JID, { type: 'schedule_start', flowId: TESTED_FLOW, nodeId }),
    )
  }

  /** Lets the run go on from another node, as the inspector can. */
  jump(nodeId: string): void {
    const runId = this.run?.id
    if (runId === undefined) return
    this.step({ resume: { node: nodeId } }, () =>
      this.simulation.submit(JID, { type: 'api_resume', runId, nodeId }),
    )
  }

  /** Lets time pass until the run's next timer: the end of a wait, a reminder, the end of a handoff. */
  skip(): void {
    const dueAt = this.run?.timerDueAt ?? null
    if (dueAt === null) return
    const ms = Math.max(0, dueAt - this.simulation.now)
    this.lines.push({ kind: 'waited', ms })
    this.step({ at: (dueAt - this.startAt) / 1_000 }, () => this.simulation.advanceTo(dueAt))
  }

  answerEffect(kind: OpenEffect['kind'], answer: EffectAnswer): void {
    this.step({ [kind]: answer }, () => this.simulation.effects.answer(JID, kind, answer))
  }

  view(): SimulatorView {
    const { run, simulation } = this
    const dueAt = run?.timerDueAt ?? null
    const contact = simulation.contact(JID)
    return {
      lines: [...this.lines],
      run,
      nextTimerMs: dueAt === null ? null : Math.max(0, dueAt - simulation.now),
      openEffects: this.openEffects(),
      tags: contact.tags,
      marks: this.marks(),
      isMuted: contact.handoffUntil !== null && contact.handoffUntil > simulation.now,
    }
  }

  private get run(): RunState | null {
    const runs = this.simulation.runsOf(JID)
    return runs.find(({ state }) => LIVE_STATES.includes(state)) ?? runs.at(-1) ?? null
  }

  private messageId(): string {
    this.lastMessage += 1
    return `m${this.lastMessage}`
  }

  private step(step: Partial<CaseStep>, act: () => void): void {
    const shownBefore = this.simulation.shown.length
    act()
    this.simulation.pump()
    this.collect()
    this.script.push({
      jid: JID,
      ...step,
      expect: {
        out: this.simulation.shown.slice(shownBefore).map(({ text }) => text),
        state: this.run?.state ?? null,
        node: this.run?.currentNodeId ?? null,
      },
    })
  }

  /** Takes over into the conversation what is new in the tables of the simulation. */
  private collect(): void {
    const { outbox, events } = this.simulation
    for (const { content, nodeId, id } of outbox.slice(this.shownSends)) {
      this.lines.push({ kind: 'flow', content, text: describeContent(content), nodeId, sendId: id })
    }
    this.shownSends = outbox.length
    for (const { status, error, refusal, event } of events.slice(this.seenEvents)) {
      const isQuiet = event.type === 'send_failed' || (error ?? '').startsWith('stale')
      if (status === 'ignored' && !isQuiet)
        this.lines.push({ kind: 'ignored', reason: refusal ?? error ?? '' })
    }
    this.seenEvents = events.length
    for (const { id, state, errorMessage } of this.simulation.runs) {
      if (LIVE_STATES.includes(state) || state === 'dormant' || this.endedRuns.has(id)) continue
      this.endedRuns.add(id)
      this.lines.push({ kind: 'ended', state, message: errorMessage })
    }
  }

  private openEffects(): OpenEffect[] {
    return this.simulation.effects.rows.flatMap(({ effect, status }) =>
      status === 'pending' && isAwaited(effect)
        ? [
            {
              effectId: effect.effectId,
              kind: effect.kind,
              nodeId: effect.nodeId,
              summary: summarizeEffect(effect),
            },
          ]
        : [],
    )
  }

  /** The way the latest run took. */
  private marks(): Marks {
    const { run } = this
    const nodes = new Map<string, NodeMark>()
    const edges = new Map<string, 'taken'>()
    for (const { fromNodeId, toNodeId, edgeId } of run ? this.simulation.transitionsOf(run.id) : []) {
      nodes.set(fromNodeId, 'visited')
      if (toNodeId !== null) nodes.set(toNodeId, 'visited')
      if (edgeId !== null) edges.set(edgeId, 'taken')
    }
    if (run && run.currentNodeId !== null && run.state !== 'completed') {
      nodes.set(run.currentNodeId, run.state === 'failed' ? 'failed' : 'current')
    }
    return { nodes, edges }
  }
}
