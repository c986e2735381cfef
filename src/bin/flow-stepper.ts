import { createInterface } from 'node:readline'
import {
  parseExchange,
  type SimulatedEvent,
  type SimulatedTransition,
  Simulation,
  validateFlow,
} from '../core/flow/index.ts'
import type { CommandStreams } from './flow-command.ts'

const CONTACT = 'you'
const HELP = `Type what the contact writes. Commands:
  /skip             fire the next timer
  /wait SECONDS     let time pass
  /human TEXT       write from the account's own phone
  /start [JSON]     start by the API, with inputs
  /state            show the run
  /quit             leave
`

/** Steps one flow in exchange format on the simulated host, with the reader as its contact. */
export async function stepFlow(text: string, fileName: string, io: CommandStreams): Promise<number> {
  const flow = readFlow(text, fileName, io)
  if (!flow) return 1
  const simulation = new Simulation({
    startAt: Date.now(),
    client: { mainMenuFlowId: flow.mainMenu ? 'flow' : null },
  })
  simulation.publish('flow', flow.definition, flow.name)
  const stepper = new Stepper(simulation, io)
  io.stdout.write(`${flow.name}\n${HELP}`)
  const lines = createInterface({ input: io.stdin })
  for await (const line of lines) {
    if (line.trim() === '/quit') break
    stepper.handle(line)
  }
  lines.close()
  return 0
}

type Definition = Parameters<typeof validateFlow>[0]

function readFlow(
  text: string,
  fileName: string,
  io: CommandStreams,
): { name: string; definition: Definition; mainMenu: boolean } | null {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch (error) {
    io.stderr.write(
      `${fileName} is not valid JSON: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    return null
  }
  const parsed = parseExchange(input)
  if (!parsed.ok) {
    io.stderr.write(`${fileName} is no flow in exchange format: ${parsed.message}\n`)
    return null
  }
  const { name, definition } = parsed.flow
  const { errors, warnings } = validateFlow(definition)
  for (const { code, message, nodeId } of [...errors, ...warnings]) {
    io.stderr.write(
      `${errors.length > 0 ? 'error' : 'warning'} ${code}${nodeId ? ` at ${nodeId}` : ''}: ${message}\n`,
    )
  }
  if (errors.length > 0) return null
  return { name, definition, mainMenu: definition.nodes.some((node) => node.type === 'trigger.main_menu') }
}

/** Carries out one line at a time and prints what it caused. */
class Stepper {
  private readonly simulation: Simulation
  private readonly io: CommandStreams
  private seenEvents = 0
  private seenTransitions = 0
  private seenMessages = 0

  constructor(simulation: Simulation, io: CommandStreams) {
    this.simulation = simulation
    this.io = io
  }

  handle(line: string): void {
    const [command = '', ...rest] = line.trim().split(/\s+/)
    const argument = rest.join(' ')
    switch (command) {
      case '':
        return
      case '/skip':
        return this.skip()
      case '/wait':
        return this.wait(Number(argument))
      case '/human':
        return this.deliver({ type: 'human_message', text: argument })
      case '/start':
        return this.start(argument)
      case '/state':
        return this.showState()
      default:
        if (command.startsWith('/')) return this.say(HELP.trimEnd())
        return this.deliver({
          type: 'message_received',
          message: { id: this.simulation.newId(), type: 'text', text: line },
        })
    }
  }

  private deliver(body: Parameters<Simulation['receive']>[1]): void {
    this.simulation.receive(CONTACT, body, this.simulation.newId())
    this.simulation.pump()
    this.report()
  }

  private skip(): void {
    const timer = this.simulation.nextTimer()
    if (!timer) return this.say('no timer is set')
    const seconds = Math.max(0, Math.round((timer.dueAt - this.simulation.now) / 1_000))
    this.say(`+${seconds} s: ${timer.kind}`)
    this.simulation.advanceTo(timer.dueAt)
    this.report()
  }

  private wait(seconds: number): void {
    if (!(seconds > 0)) return this.say('say how many seconds, for instance /wait 60')
    this.simulation.advanceTo(this.simulation.now + seconds * 1_000)
    this.report()
  }

  private start(json: string): void {
    try {
      const inputs = JSON.parse(json || '{}') as Record<string, unknown>
      this.simulation.submit(CONTACT, { type: 'api_start', flowId: 'flow', inputs })
    } catch {
      return this.say('inputs are a JSON object, for instance /start {"order":"7"}')
    }
    this.simulation.pump()
    this.report()
  }

  private showState(): void {
    const run = this.simulation.runsOf(CONTACT).at(-1)
    if (!run) return this.say('no run yet')
    const { state, currentNodeId, error, errorMessage, context } = run
    const due = run.timerDueAt === null ? null : new Date(run.timerDueAt).toISOString()
    this.say(
      JSON.stringify(
        { state, node: currentNodeId, vars: context.vars, timer: due, error, errorMessage },
        null,
        2,
      ),
    )
  }

  private report(): void {
    for (const event of this.simulation.events.slice(this.seenEvents)) this.say(describeEvent(event))
    for (const transition of this.simulation.transitions.slice(this.seenTransitions)) {
      this.say(describeTransition(transition))
    }
    for (const { text } of this.simulation.shown.slice(this.seenMessages)) this.say(text.replace(/^/gm, '< '))
    this.seenEvents = this.simulation.events.length
    this.seenTransitions = this.simulation.transitions.length
    this.seenMessages = this.simulation.shown.length
    const run = this.simulation.runsOf(CONTACT).at(-1)
    if (run?.errorMessage) this.say(`  ${run.error}: ${run.errorMessage}`)
  }

  private say(text: string): void {
    this.io.stdout.write(`${text}\n`)
  }
}

function describeEvent({ payloadSummary, status, error, refusal }: SimulatedEvent): string {
  const reason = error === null ? '' : ` (${error}${refusal === null ? '' : `, ${refusal}`})`
  return `  ${payloadSummary || 'event'}: ${status}${reason}`
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
