import type { FlowVariable, RunContext } from '../../../core/flow/index.ts'

const MAX_SAMPLE_CHARS = 60

/** A value as one short line. */
function showValue(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ').trim()
  return text.length > MAX_SAMPLE_CHARS ? `${text.slice(0, MAX_SAMPLE_CHARS)}…` : text
}

function parseContext(text: string): Partial<RunContext> {
  try {
    return JSON.parse(text) as Partial<RunContext>
  } catch {
    return {}
  }
}

/**
 * What the names a text can insert held in a run of the flow, by its context as JSON text. Variables whose answers are
 * to be hidden are left out, with the message that may have been one; of a sub-flow's variables nothing is told.
 */
export function readSamples(
  context: string,
  variables: readonly FlowVariable[],
): ReadonlyMap<string, string> {
  const { vars = {}, stack = [], last, trigger, nodes = {} } = parseContext(context)
  const own = stack[0]?.vars ?? vars
  const hidden = new Set(variables.filter(({ pii }) => pii).map(({ name }) => name))
  const pairs: [string, unknown][] = [
    ...Object.entries(own).flatMap(([name, value]): [string, unknown][] =>
      hidden.has(name) ? [] : [[`vars.${name}`, value]],
    ),
    ...Object.entries(nodes).map(([id, { body }]): [string, unknown] => [`node.${id}.body`, body]),
    ...(hidden.size > 0
      ? []
      : ([
          ['message.text', last?.text],
          ['last.text', last?.text],
        ] satisfies [string, unknown][])),
    ['trigger.text', trigger?.text],
  ]
  return new Map(
    pairs.flatMap(([name, value]): [string, string][] =>
      value === undefined || value === null || value === '' ? [] : [[name, showValue(value)]],
    ),
  )
}
