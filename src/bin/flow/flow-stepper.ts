import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { refusal } from '../../core/errors.ts'
import {
  type CaseFlow,
  type CaseHost,
  type CaseSetup,
  type CaseStep,
  type OpenCase,
  openCase,
  parseExchange,
  readRefs,
  resolveRefs,
  type SimulatedEvent,
  type SimulatedTransition,
  toCaseFlow,
  validateFlow,
} from '../../core/flow/index.ts'
import {
  describeCaseFailure,
  describeIssue,
  describeRefusal,
  describeRunFailure,
  describeSummary,
} from '../../words/english.ts'
import { openCaseHost } from './case-host.ts'
import { STEPPER_HELP, toStep } from './flow-stepper-lines.ts'

/** Where a command reads and writes; the process's own streams, or a test's. */
export interface CommandStreams {
  stdout: Writable
  stderr: Writable
  stdin: Readable
}

const CONTACT = 'u1'
/** What the flow of the file is called in the case that is recorded; flows of its bundle keep their ref. */
const MAIN = 'flow'

/** Steps one flow in exchange format on the simulated host, with the reader as its contact. */
export async function stepFlow(
  text: string,
  fileName: string,
  { io, record }: { io: CommandStreams; record: boolean },
): Promise<number> {
  const host = await openCaseHost()
  const flows = readFlows(text, fileName, { io, host })
  if (!flows) return 1
  const hasMenu = flows[MAIN]?.nodes.some((node) => !Array.isArray(node) && node.type === 'trigger.main_menu')
  const setup = {
    startAt: new Date(Math.floor(Date.now() / 1_000) * 1_000).toISOString(),
    ...(hasMenu ? { client: { mainMenuFlowId: MAIN } } : {}),
    flows,
  }
  const stepper = new Stepper(setup, io, host)
  if (stepper.refused.length > 0) {
    io.stderr.write(`${stepper.refused.join('\n')}\n`)
    return 1
  }
  io.stdout.write(`${flows[MAIN]?.name}\n${STEPPER_HELP}`)
  const lines = createInterface({ input: io.stdin })
  for await (const line of lines) {
    if (line.trim() === '/quit') break
    stepper.handle(line)
  }
  lines.close()
  if (record) stepper.showCase()
  return 0
}

/** The flows of a document as a case names them; null when there is nothing to play, and why was said. */
function readFlows(
  text: string,
  fileName: string,
  { io, host }: { io: CommandStreams; host: CaseHost },
): Record<string, CaseFlow> | null {
  const warn = (line: string) => void io.stderr.write(`${line}\n`)
  let input: { bundle?: unknown[] }
  try {
    input = JSON.parse(text) as { bundle?: unknown[] }
  } catch (error) {
    warn(`${fileName} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
  const documents = [input, ...(Array.isArray(input?.bundle) ? input.bundle : [])]
  const parsed = documents.map((document) => parseExchange(document))
  const found = parsed.flatMap((result) => (result.ok ? [result.flow] : []))
  const wrong = parsed.find((result) => !result.ok)
  if (wrong && !wrong.ok) warn(`${fileName} is no flow in exchange format: ${wrong.message}`)
  if (wrong || !found[0]) return null
  const refs = readRefs(found.map(({ name }, index) => ({ name, ref: refOf(documents[index]) })))
  if (!refs.ok) {
    const refused = refusal('BAD_REQUEST', 'BUNDLE_UNREADABLE', { twice: refs.twice })
    warn(`${fileName}: ${describeRefusal(refused)}`)
    return null
  }
  if (!printProblems(found[0].definition, host, warn)) return null
  const keyOf = (ref: string) => (refs.refs[0] === ref ? MAIN : refs.refs.includes(ref) ? ref : undefined)
  return Object.fromEntries(
    found.map(({ name, definition }, index) => {
      const key = index === 0 ? MAIN : (refs.refs[index] ?? '')
      return [key, toCaseFlow(name, { ...definition, nodes: resolveRefs(definition.nodes, keyOf) })]
    }),
  )
}

function refOf(document: unknown): string | undefined {
  const { ref } = document as { ref?: unknown }
  return typeof ref === 'string' ? ref : undefined
}

function printProblems(
  definition: Parameters<typeof validateFlow>[0],
  { addresses }: CaseHost,
  warn: (line: string) => void,
): boolean {
  const { errors, warnings } = validateFlow(definition, { now: Date.now(), ...(addresses && { addresses }) })
  for (const issue of [...errors, ...warnings]) {
    const { code, nodeId, severity } = issue
    warn(`${severity} ${code}${nodeId ? ` at ${nodeId}` : ''}: ${describeIssue(issue)}`)
  }
  return errors.length === 0
}

/** Carries out one line at a time, prints what it caused, and keeps it as a step of a case. */
class Stepper {
  private readonly open: OpenCase
  private readonly setup: CaseSetup
  private readonly io: CommandStreams
  private readonly script: CaseStep[] = []
  private seenEvents = 0
  private seenTransitions = 0
  private seenMessages = 0
  private readonly startAt: number

  constructor(setup: CaseSetup, io: CommandStreams, host: CaseHost) {
    this.setup = setup
    this.io = io
    this.open = openCase(setup, host)
    this.startAt = this.open.simulation.now
  }

  get refused(): string[] {
    return this.open.refused.map((failure) => describeCaseFailure(failure))
  }

  handle(line: string): void {
    const { simulation } = this.open
    if (line.trim() === '') return
    if (line.trim() === '/state') return this.showState()
    if (line.trim() === '/case') return this.showCase()
    const timer = simulation.nextTimer()
    const elapsedSec = (simulation.now - this.startAt) / 1_000
    const parsed = toStep(line, {
      elapsedSec,
      timerSec: timer ? Math.max(elapsedSec, (timer.dueAt - this.startAt) / 1_000) : null,
      flow: MAIN,
    })
    if (!parsed.ok) return this.print(parsed.message)
    if (line.trim().startsWith('/skip') && timer) {
      this.print(`+${Math.round((parsed.step.at ?? elapsedSec) - elapsedSec)} s: ${timer.kind}`)
    }
    this.play({ ...parsed.step, jid: CONTACT })
  }

  private play(step: CaseStep): void {
    const shown = this.seenMessages
    for (const failure of this.open.play(step)) this.print(`  ${describeCaseFailure(failure)}`)
    this.report()
    const { simulation } = this.open
    const run = simulation.runsOf(CONTACT).at(-1)
    const out = simulation.shown.slice(shown).map((message) => message.text)
    const { jid: _only, ...own } = step
    const expected = run ? { out, state: run.state, node: run.currentNodeId } : { out }
    this.script.push({ ...own, expect: expected } as CaseStep)
  }

  /** As JSON, to be put into a file for `flow test`. */
  showCase(): void {
    const title = `a conversation with ${this.setup.flows[MAIN]?.name}`
    this.print(JSON.stringify({ id: 'recorded', title, ...this.setup, script: this.script }, null, 1))
  }

  private showState(): void {
    const run = this.open.simulation.runsOf(CONTACT).at(-1)
    if (!run) return this.print('no run yet')
    const { state, currentNodeId, error, failure, context } = run
    const errorMessage = failure && describeRunFailure(failure)
    const due = run.timerDueAt === null ? null : new Date(run.timerDueAt).toISOString()
    this.print(
      JSON.stringify(
        { state, node: currentNodeId, vars: context.vars, timer: due, error, errorMessage },
        null,
        2,
      ),
    )
  }

  private report(): void {
    const { simulation } = this.open
    for (const event of simulation.events.slice(this.seenEvents)) this.print(describeEvent(event))
    for (const transition of simulation.transitions.slice(this.seenTransitions)) {
      this.print(describeTransition(transition))
    }
    for (const { text } of simulation.shown.slice(this.seenMessages)) this.print(text.replace(/^/gm, '< '))
    this.seenEvents = simulation.events.length
    this.seenTransitions = simulation.transitions.length
    this.seenMessages = simulation.shown.length
    const run = simulation.runsOf(CONTACT).at(-1)
    if (run?.failure) this.print(`  ${run.error}: ${describeRunFailure(run.failure)}`)
  }

  private print(text: string): void {
    this.io.stdout.write(`${text}\n`)
  }
}

function describeEvent({ summary, status, error, refusal }: SimulatedEvent): string {
  const reason = error === null ? '' : ` (${error}${refusal === null ? '' : `, ${refusal}`})`
  return `  ${summary === null ? 'event' : describeSummary(summary)}: ${status}${reason}`
}

function describeTransition({
  fromNodeId,
  nodeType,
  outcome,
  toNodeId,
  actions,
}: SimulatedTransition): string {
  const done = actions.length === 0 ? '' : ` [${actions.map((action) => action.k).join(', ')}]`
  return `  ${fromNodeId} (${nodeType}) --${outcome}--> ${toNodeId ?? 'end'}${done}`
}
