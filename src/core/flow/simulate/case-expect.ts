import type { RunState } from '../run.ts'
import type { ValidationContext } from '../validate/validate.ts'
import type { CaseFailure } from './case-failure.ts'
import type { CaseExpectation, CaseStep } from './case-format.ts'
import type { SimulatedEvent } from './commit.ts'
import type { Simulation } from './simulate.ts'

/** What a case's checks need beside the simulation. */
export interface CaseWorld {
  simulation: Simulation
  /** How many shown messages of each contact were already checked. */
  checked: Map<string, number>
  publishErrors: string[]
  publishWarnings: string[]
  checkedEffects: Map<string, number>
  secretHosts: ReadonlyMap<string, null> | null
  models: ValidationContext['models'] | null
  startAt: number
}

/** Events that belong to the machinery; `lastEvent` looks past them. */
const QUIET_EVENTS: readonly string[] = ['client_reconnected', 'flow_unpublished', 'send_failed']

/** Compares a step's expectation with the simulated tables; answers what differs. */
export function checkExpectation(world: CaseWorld, step: CaseStep): CaseFailure[] {
  const { expect: expected, jid } = step
  if (!expected) return []
  const { simulation } = world
  const runs = simulation.runsOf(jid)
  const run = runs.at(expected.run ?? -1)
  return [
    ...checkMessages(world, expected, jid),
    ...compare('runs', expected.runs, runs.length),
    ...checkRun(world, expected, run),
    ...checkEvents(world, expected, jid),
    ...checkSubset('contact', expected.contact, simulation.contact(jid)),
    ...(expected.publishWarnings
      ? compare('publishWarnings', expected.publishWarnings, world.publishWarnings)
      : []),
    ...checkEffects(world, expected, jid),
    ...(expected.publishErrors ? compare('publishErrors', expected.publishErrors, world.publishErrors) : []),
  ]
}

function checkMessages(
  { simulation, checked }: CaseWorld,
  expected: CaseExpectation,
  jid: string,
): CaseFailure[] {
  const shown = simulation.shown.filter((message) => message.jid === jid).map((message) => message.text)
  const wire = simulation.wire.filter((message) => message.jid === jid)
  const fresh = shown.slice(checked.get(jid) ?? 0)
  if (expected.out) checked.set(jid, shown.length)
  return [
    ...(expected.out ? compare('out', expected.out, fresh) : []),
    ...compare('wire', expected.wire, wire.length),
    ...compare('messageIds', expected.messageIds, new Set(wire.map((message) => message.messageId)).size),
  ]
}

function checkEffects(world: CaseWorld, expected: CaseExpectation, jid: string): CaseFailure[] {
  if (!expected.effects) return []
  const all = world.simulation.effects.ofContact(jid)
  const fresh = all.slice(world.checkedEffects.get(jid) ?? 0)
  world.checkedEffects.set(jid, all.length)
  if (fresh.length !== expected.effects.length) {
    return [differs('effects', expected.effects, fresh)]
  }
  return expected.effects.flatMap((item, index) => checkNested(`effects.${index}`, item, fresh[index]))
}

/** Compares the keys that are given, at any depth; lists and plain values as a whole. */
function checkNested(name: string, expected: unknown, actual: unknown): CaseFailure[] {
  if (!isObject(expected) || !isObject(actual)) return compare(name, expected, actual ?? null)
  return Object.entries(expected).flatMap(([key, value]) => checkNested(`${name}.${key}`, value, actual[key]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function checkRun(
  { simulation }: CaseWorld,
  expected: CaseExpectation,
  run: RunState | undefined,
): CaseFailure[] {
  const transitions = run ? simulation.transitionsOf(run.id) : []
  const outcomes = transitions.map((transition) => transition.outcome)
  const flow = run ? simulation.versions.get(run.context.flowVersionId)?.flowId : undefined
  const problems: CaseFailure[] = [
    ...compare('state', expected.state, run?.state ?? null),
    ...compare('node', expected.node, run?.currentNodeId ?? null),
    ...compare('flow', expected.flow, flow ?? null),
    ...compare('error', expected.error, run?.error ?? null),
    ...compare('approval', expected.approval, run?.context.approval?.text ?? null),
    ...compare('outcomes', expected.outcomes, outcomes),
    ...compare('lastOutcome', expected.lastOutcome, outcomes.at(-1) ?? null),
    ...checkSubset('vars', expected.vars, run?.context.vars ?? {}),
  ]
  if (expected.maxTransitions !== undefined && transitions.length > expected.maxTransitions) {
    const params = { most: expected.maxTransitions, count: transitions.length }
    problems.push({ code: 'TRANSITIONS_TOO_MANY', params, places: [] })
  }
  if (run?.failure && problems.length > 0)
    problems.push({ code: 'RUN_FAILED', params: { failure: run.failure }, places: [] })
  return problems
}

function checkEvents({ simulation }: CaseWorld, expected: CaseExpectation, jid: string): CaseFailure[] {
  const last = simulation.events
    .filter((row) => row.jid === jid && !QUIET_EVENTS.includes(row.event.type))
    .reduce<SimulatedEvent | undefined>(
      (best, row) => (best && orderOf(best) > orderOf(row) ? best : row),
      undefined,
    )
  return [
    ...(expected.lastEvent
      ? compare('lastEvent', expected.lastEvent, [last?.status ?? null, last?.error ?? null])
      : []),
    ...compare('refusal', expected.refusal, last?.refusal ?? null),
  ]
}

/** By decision; what waits for its decision is the newest of all. */
function orderOf({ decidedAs }: SimulatedEvent): number {
  return decidedAs ?? Number.POSITIVE_INFINITY
}

function checkSubset(
  name: string,
  expected: Record<string, unknown> | undefined,
  actual: object,
): CaseFailure[] {
  const values = new Map(Object.entries(actual))
  return Object.entries(expected ?? {}).flatMap(([key, value]) =>
    compare(`${name}.${key}`, value, values.get(key) ?? null),
  )
}

function compare(name: string, expected: unknown, actual: unknown): CaseFailure[] {
  if (expected === undefined || isEqual(expected, actual)) return []
  return [differs(name, expected, actual)]
}

const differs = (name: string, expected: unknown, found: unknown): CaseFailure => ({
  code: 'DIFFERS',
  params: { name, expected: quote(expected), found: quote(found) },
  places: [],
})

function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = new Map(Object.entries(a))
  const right = new Map(Object.entries(b))
  return (
    left.size === right.size &&
    [...left].every(([key, value]) => right.has(key) && isEqual(value, right.get(key)))
  )
}

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 500 ? `${text.slice(0, 500)}…` : text
}
