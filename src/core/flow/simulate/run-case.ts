import { type AddressPolicy, PUBLIC_ADDRESSES } from '../../address-policy.ts'
import type { Message, MessageMedia } from '../../conversation/message.ts'
import type { ScriptResult, ScriptTask } from '../../script-interpreter.ts'
import { type TableCall, TableError } from '../../tables.ts'
import type { FlowDefinition } from '../definition.ts'
import type { CodeEffect } from '../effects.ts'
import { createSnapshot, type FlowSnapshot } from '../snapshot.ts'
import { validateFlow } from '../validate/validate.ts'
import { type CaseWorld, checkExpectation } from './case-expect.ts'
import { type CaseFailure, within } from './case-failure.ts'
import { type CaseFlow, type CaseStep, type FlowCase, parseCaseFlow, toFieldShapes } from './case-format.ts'
import { ANSWERED_KINDS, type EffectAnswer, toAnswer } from './effects.ts'
import { toGroupChange } from './group-step.ts'
import { Simulation } from './simulate.ts'
import { SimulatedTables, toTableShape } from './simulated-tables.ts'
import { submitCall, submitDecision, submitRunCall, submitStart, toResume } from './submit-call.ts'
import { withoutUndefined } from './without-undefined.ts'

/** How a case went: every way in which it fell short; none means it passed. */
export interface CaseResult {
  id: string
  title: string
  ok: boolean
  failures: CaseFailure[]
}

const DEFAULT_START = '2026-01-01T00:00:00Z'
/** A step is quoted no longer than this in a failure. */
const MAX_STEP_CHARS = 100

/** A case that is being played: its host, why its flows were refused, and the way to play a step and check it. */
export interface OpenCase {
  simulation: Simulation
  refused: CaseFailure[]
  play(step: CaseStep): CaseFailure[]
}

/** What a case is played on. */
export type CaseSetup = Pick<
  FlowCase,
  'client' | 'contacts' | 'contactFields' | 'tables' | 'startAt' | 'runIds' | 'flows'
>

/** Runs the script of a code node, in a sandbox and at once. */
export type RunScript = (task: ScriptTask) => ScriptResult

/** What cases are played with. */
export interface CaseHost {
  /** Runs scripts of code nodes where the case gives no answer; without it such a node waits. */
  runScript?: RunScript
  /** Those that the simulated host calls; absent means public ones alone. */
  addresses?: AddressPolicy
}

/**
 * Sets up the simulated host of a case and publishes its flows; the script is not played yet.
 */
export function openCase(
  flowCase: CaseSetup,
  { runScript, addresses = PUBLIC_ADDRESSES }: CaseHost = {},
  script: readonly CaseStep[] = [],
): OpenCase {
  const startAt = Date.parse(flowCase.startAt ?? DEFAULT_START)
  const simulation = new Simulation({
    startAt,
    addresses,
    ...(flowCase.contactFields ? { contactFields: toFieldShapes(flowCase) } : {}),
    ...(flowCase.runIds === undefined ? {} : { runIds: flowCase.runIds }),
    client: withoutUndefined({ ...flowCase.client, secrets: undefined, models: undefined }),
    contacts: Object.fromEntries(
      Object.entries(flowCase.contacts ?? {}).map(([jid, { aliases: _aliases, ...contact }]) => [
        jid,
        withoutUndefined(contact),
      ]),
    ),
  })
  const { secrets, models } = flowCase.client ?? {}
  const world: CaseWorld = {
    simulation,
    checked: new Map(),
    publishErrors: [],
    publishWarnings: [],
    checkedEffects: new Map(),
    secretHosts: secrets ? new Map(secrets.map((name) => [name, null])) : null,
    models: models ? new Map(models.map((name) => [name, { missingSecret: null, runTokens: null }])) : null,
    startAt,
  }
  const aliases = readAliases(flowCase)
  const ahead = countAnswers(script, aliases)
  const tables = defineTables(flowCase)
  simulation.effects.runTable = (jid, { call }) => ((ahead.get(jid) ?? 0) > 0 ? null : runTable(tables, call))
  if (runScript) {
    simulation.effects.runScript = (jid, effect) =>
      (ahead.get(jid) ?? 0) > 0 ? null : toScriptAnswer(runScript(toTask(effect)))
  }
  return {
    simulation,
    refused: publishFlows(world, withoutDrafts(flowCase.flows)),
    play(raw) {
      const step = { ...raw, jid: aliases.get(raw.jid) ?? raw.jid }
      ahead.set(step.jid, (ahead.get(step.jid) ?? 0) - countCode(step))
      return [...playStep(world, step), ...checkExpectation(world, step)]
    },
  }
}

/** Plays a case on the simulated host and compares what it expects. */
export function runCase(flowCase: FlowCase, host?: CaseHost): CaseResult {
  return playCase(flowCase, host).result
}

/** The same with the host it was played on, to look at what happened. */
export function playCase(
  flowCase: FlowCase,
  host?: CaseHost,
): { result: CaseResult; simulation: Simulation } {
  const { simulation, refused, play } = openCase(flowCase, host, flowCase.script)
  const failures = refused.map((failure) => within({ part: 'flows' }, failure))
  for (const [index, step] of flowCase.script.entries()) {
    if (failures.length > 0) break
    const place = { part: 'step', number: index + 1, step: describeStep(step) } as const
    failures.push(...play(step).map((failure) => within(place, failure)))
  }
  const result = { id: flowCase.id, title: flowCase.title, ok: failures.length === 0, failures }
  return { result, simulation }
}

/** How many answers of scripts and tables the steps of each contact give: while there are some ahead, a script waits for them. */
function countAnswers(
  script: readonly CaseStep[],
  aliases: ReadonlyMap<string, string>,
): Map<string, number> {
  const ahead = new Map<string, number>()
  for (const step of script) {
    const jid = aliases.get(step.jid) ?? step.jid
    ahead.set(jid, (ahead.get(jid) ?? 0) + countCode(step))
  }
  return ahead
}

function countCode({ code = [], table = [] }: CaseStep): number {
  return [code].flat().length + [table].flat().length
}

function defineTables({ tables = {} }: CaseSetup): SimulatedTables {
  const all = new SimulatedTables()
  for (const [name, { rows, ...shape }] of Object.entries(tables)) all.define(name, toTableShape(shape), rows)
  return all
}

function runTable(tables: SimulatedTables, call: TableCall): EffectAnswer {
  try {
    return { value: tables.run(call) }
  } catch (error) {
    if (error instanceof TableError) return { error: error.code }
    throw error
  }
}

function toTask({ source, input, timeoutMs, memoryMb }: CodeEffect): ScriptTask {
  return { source, input: JSON.stringify(input), timeoutMs, memoryMb }
}

function toScriptAnswer(result: ScriptResult): EffectAnswer {
  return result.ok ? { value: result.value } : { error: result.error.code, message: result.error.message }
}

function readAliases(flowCase: Pick<FlowCase, 'contacts'>): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const [jid, contact] of Object.entries(flowCase.contacts ?? {})) {
    for (const alias of contact.aliases ?? []) aliases.set(alias, jid)
  }
  return aliases
}

function describeStep(step: CaseStep): string {
  const { expect: _expect, jid, ...rest } = step
  const { publish, ...short } = rest
  const text = JSON.stringify(publish ? { ...short, publish: Object.keys(publish) } : short)
  const line = text.length > MAX_STEP_CHARS ? `${text.slice(0, MAX_STEP_CHARS)}…` : text
  return jid === 'u1' ? line : `${jid} ${line}`
}

function withoutDrafts(flows: Record<string, CaseFlow>): Record<string, CaseFlow> {
  return Object.fromEntries(Object.entries(flows).filter(([, flow]) => !flow.draft))
}

interface Draft {
  flowId: string
  name: string
  flow: CaseFlow
  definition: FlowDefinition
  snapshot: FlowSnapshot
}

/** Publishes flows together, each validated beside the others; answers what was refused. */
function publishFlows(world: CaseWorld, flows: Record<string, CaseFlow>): CaseFailure[] {
  const { simulation } = world
  const refused: CaseFailure[] = []
  world.publishErrors = []
  world.publishWarnings = []
  const drafts: Draft[] = []
  for (const [flowId, flow] of Object.entries(flows)) {
    const parsed = parseCaseFlow(flow)
    if (!parsed.ok) {
      refused.push({
        code: 'FLOW_UNREADABLE',
        params: { words: parsed.message },
        places: [{ part: 'flow', flow: flowId }],
      })
      continue
    }
    const { definition } = parsed
    const name = flow.name ?? flowId
    const snapshot = createSnapshot({ flowId, versionId: 'draft', name }, definition)
    drafts.push({ flowId, name, flow, definition, snapshot })
  }
  const draftIds = new Set(drafts.map((draft) => draft.flowId))
  const others = [...simulation.active.values()].filter((flow) => !draftIds.has(flow.flowId))
  const activeFlows = [...others, ...drafts.map((draft) => draft.snapshot)]
  for (const draft of drafts) refused.push(...publishDraft(world, draft, activeFlows))
  return refused
}

function publishDraft(world: CaseWorld, draft: Draft, activeFlows: readonly FlowSnapshot[]): CaseFailure[] {
  const { simulation, secretHosts, models } = world
  const { flowId, definition, flow } = draft
  const { errors, warnings } = validateFlow(definition, {
    flowId,
    activeFlows,
    mainMenuFlowId: simulation.client.mainMenuFlowId,
    now: simulation.now,
    addresses: simulation.addresses,
    ...(secretHosts ? { secretHosts } : {}),
    ...(models ? { models } : {}),
  })
  world.publishWarnings.push(...warnings.map((warning) => warning.code))
  world.publishErrors.push(...errors.map((error) => error.code))
  if (errors.length === 0) {
    simulation.publish(flowId, definition, draft.name)
    for (const [nodeId, answer] of Object.entries(flow.samples ?? {})) {
      simulation.effects.pin(nodeId, toAnswer(answer))
    }
  }
  return errors.map((issue) => {
    const { nodeId: node } = issue
    const place =
      node === undefined
        ? ({ part: 'flow', flow: flowId } as const)
        : ({ part: 'node', flow: flowId, node } as const)
    return { code: 'FLOW_REFUSED', params: { issue }, places: [place] }
  })
}

function playStep(world: CaseWorld, step: CaseStep): CaseFailure[] {
  const { simulation } = world
  const late = moveClock(world, step)
  if (late) return [late]
  if (step.restart && !step.crash) simulation.restart()
  if (step.reconnect) simulation.reconnect()
  if (step.crash && simulation.isAlive) simulation.crashAt = step.crash
  const refused = publishStep(world, step)
  simulation.failSends = step.failSends ?? false
  simulation.setAcks(step.acks)
  if (step.hold) simulation.hold(step.jid)
  submitInputs(simulation, step)
  if (!step.hold) {
    simulation.release(step.jid)
    simulation.pump()
  }
  if (simulation.isAlive) simulation.crashAt = null
  if (step.restart && step.crash) simulation.restart()
  if (step.disconnect) simulation.disconnect()
  return step.expect?.publishErrors ? [] : refused
}

/** Runs the clock to the step's time; a crash of a step without input of its own hits a timer on the way. */
function moveClock({ simulation, startAt }: CaseWorld, step: CaseStep): CaseFailure | null {
  if (step.at === undefined) return null
  const time = startAt + Math.round(step.at * 1_000)
  if (time < simulation.now) return { code: 'TIME_PAST', params: { at: step.at }, places: [] }
  if (step.crash && !hasInput(step)) simulation.crashAt = step.crash
  simulation.advanceTo(time)
  return null
}

function hasInput(step: CaseStep): boolean {
  return [
    step.text,
    step.type,
    step.vote,
    step.human,
    step.flag,
    step.start,
    step.schedule,
    step.groupChange ?? step.phoneCall,
    step.webhook,
    step.call ?? step.approval,
    step.http,
    step.code,
    step.resume,
    step.cancel,
  ].some((value) => value !== undefined)
}

function publishStep(world: CaseWorld, step: CaseStep): CaseFailure[] {
  const flows: Record<string, CaseFlow> = {}
  for (const [flowId, flow] of Object.entries(step.publish ?? {})) {
    if (flow) flows[flowId] = flow
    else world.simulation.unpublish(flowId)
  }
  if (step.unpublish !== undefined) world.simulation.unpublish(step.unpublish)
  return step.publish ? publishFlows(world, flows).map((failure) => within({ part: 'publish' }, failure)) : []
}

function submitInputs(simulation: Simulation, step: CaseStep): void {
  const { jid } = step
  const eventId = step.id ?? `step:${simulation.newId()}`
  if (step.text !== undefined || step.type !== undefined) {
    simulation.receive(
      jid,
      { type: 'message_received', message: toMessage(simulation, step, eventId) },
      eventId,
    )
  }
  if (step.vote !== undefined) {
    const options = typeof step.vote === 'string' ? [step.vote] : step.vote
    const poll = { sendId: simulation.pollOf(jid, step.poll ?? -1), options }
    const message: Message = { id: eventId, type: 'poll_vote', text: options.join(', '), poll }
    simulation.receive(jid, { type: 'poll_vote_received', message }, eventId)
  }
  if (step.human !== undefined) simulation.receive(jid, { type: 'human_message', text: step.human }, eventId)
  for (const [flag, value] of readFlags(step)) simulation.setFlag(jid, flag, value)
  submitControls(simulation, step)
  submitEffects(simulation, step)
}

function submitControls(simulation: Simulation, step: CaseStep): void {
  const { jid } = step
  const runId = simulation.runsOf(jid).at(-1)?.id ?? ''
  if (step.start !== undefined) submitStart(simulation, jid, step.start)
  if (step.resume !== undefined) {
    simulation.submit(jid, { type: 'api_resume', runId, ...toResume(step.resume) })
  }
  if (step.approval !== undefined) submitDecision(simulation, jid, step.approval)
  if (step.cancel) simulation.submit(jid, { type: 'cancel_requested', runId })
}

/** A call from outside, a schedule that is due, and what other systems answer. */
function submitEffects(simulation: Simulation, step: CaseStep): void {
  const { jid } = step
  if (step.webhook !== undefined) submitCall(simulation, jid, step.webhook)
  if (step.call !== undefined) submitRunCall(simulation, jid, step.call)
  if (step.schedule !== undefined) {
    const { flow: flowId, node: nodeId } = step.schedule
    simulation.submit(jid, { type: 'schedule_start', flowId, nodeId })
  }
  if (step.groupChange !== undefined)
    simulation.receive(
      jid,
      toGroupChange(simulation.contact(jid), step.groupChange),
      step.id ?? simulation.newId(),
    )
  if (step.phoneCall !== undefined) {
    const callId = step.id ?? simulation.newId()
    simulation.receive(jid, { type: 'phone_call', callId, ...step.phoneCall }, callId)
  }
  for (const kind of ANSWERED_KINDS) {
    for (const answer of [step[kind] ?? []].flat()) simulation.effects.answer(jid, kind, toAnswer(answer))
  }
}

function toMessage(simulation: Simulation, step: CaseStep, id: string): Message {
  return {
    id,
    type: step.type ?? 'text',
    text: step.text ?? '',
    sentAt: simulation.now - (step.ageSec ?? 0) * 1_000,
    ...(step.media === undefined ? {} : { media: step.media as MessageMedia }),
    ...(step.group || step.jid.endsWith('@g.us') ? { group: true } : {}),
  }
}

/** The flags of the contact that a step sets, in any of the forms a case may give them. */
export function readFlags(step: CaseStep): ['blacklist' | 'favourite', boolean][] {
  const { flag, value = true } = step
  if (flag === undefined) return []
  if (typeof flag === 'string') return [[flag, value]]
  if (Array.isArray(flag)) return [flag]
  if ('flag' in flag) return [[flag.flag, flag.value]]
  return (['blacklist', 'favourite'] as const).flatMap((name) => {
    const given = flag[name]
    return given === undefined ? [] : [[name, given] as ['blacklist' | 'favourite', boolean]]
  })
}
