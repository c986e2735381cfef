import type { api } from '../../../app/api.ts'
import { fold } from '../../../i18n/fold.ts'

export type StartableFlow = Awaited<ReturnType<typeof api.flows.steps>>[number]
type Step = StartableFlow['steps'][number]

/** What a person can have a flow do for a contact: ask something, or begin. */
export interface Startable {
  flow: StartableFlow
  /** Null: the flow begins where it begins by itself. */
  step: Step | null
}

/** A value that a start is told. */
export interface Asked {
  name: string
  type: string
  isRequired: boolean
}

const ASKED = 'parley.start-flow'

/** Opens where flows are started for the conversation that is shown, with one of them chosen. */
export const askToStart = (one: Startable): void =>
  void dispatchEvent(new CustomEvent<Startable>(ASKED, { detail: one }))

/** Answers how to stop listening. */
export function onAskedToStart(start: (one: Startable) => void): () => void {
  const listen = (event: Event): void => start((event as CustomEvent<Startable>).detail)
  addEventListener(ASKED, listen)
  return () => removeEventListener(ASKED, listen)
}

export const keyOf = ({ flow, step }: Startable): string => `${flow.flowId} ${step?.nodeId ?? ''}`

/**
 * The step or trigger that a start names. Without a trigger.api a flow is started by what contacts write; then its first
 * trigger is named.
 */
export function findEntry({ flow, step }: Startable): string | undefined {
  if (step) return step.nodeId
  const hasApi = flow.triggers.some(({ type }) => type === 'trigger.api')
  return hasApi ? undefined : flow.triggers[0]?.nodeId
}

/** Menus and questions of the flows, and the flows themselves, as far as they fit what is looked for. */
export function listStartables(
  flows: readonly StartableFlow[],
  search: string,
): { menus: Startable[]; starts: Startable[] } {
  const wanted = fold(search.trim())
  const fits = (...texts: (string | null)[]): boolean =>
    texts.some((text) => text !== null && fold(text).includes(wanted))
  return {
    menus: flows.flatMap((flow) =>
      flow.steps
        .filter(({ asks, label, text }) => asks && fits(flow.name, label, text))
        .map((step) => ({ flow, step })),
    ),
    starts: flows
      .filter(({ name, triggers }) => triggers.length > 0 && fits(name))
      .map((flow) => ({ flow, step: null })),
  }
}

/** What has to be known for a start: the inputs of the flow, or the variables that the step reads. */
export function listAsked({ flow, step }: Startable): Asked[] {
  const typeOf = (name: string): string => flow.inputs.find((input) => input.name === name)?.type ?? 'string'
  if (step) return step.reads.map((name) => ({ name, type: typeOf(name), isRequired: false }))
  return flow.inputs.map(({ name, type, required }) => ({ name, type, isRequired: required }))
}

/** Values as they were written, each as its type has it; what was left empty is not told. */
export function readValues(
  asked: readonly Asked[],
  written: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    asked.flatMap(({ name, type }) => {
      const text = written[name]?.trim() ?? ''
      return text === '' ? [] : [[name, type === 'string' || type === 'date' ? text : parseJson(text)]]
    }),
  )
}

/** The service says what is wrong with a text that is no such value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
