import { z } from 'zod'
import { VARIABLE_NAME } from '../../definition.ts'
import { type ApiInput, INPUT_TYPES, toInputType } from '../../expressions/input-types.ts'
import { finding, findingText } from '../../findings.ts'
import { commonFields, defineNode, type NodeProblem, OUT } from '../node-type.ts'

/** An input of a flow, which is a variable of its runs. */
export const inputName = z.string().regex(VARIABLE_NAME, findingText('NO_INPUT_NAME'))

const inputSchema = z.strictObject({
  name: inputName,
  type: z.enum(INPUT_TYPES).default('string'),
  required: z.boolean().default(false),
  default: z.unknown().optional(),
})

const schema = z.strictObject({ ...commonFields, inputs: z.array(inputSchema).max(50).default([]) })

/** Each input is declared once, and its default is of its type. */
export function checkInputs(inputs: readonly ApiInput[]): NodeProblem[] {
  const problems: NodeProblem[] = []
  const seen = new Set<string>()
  for (const [index, input] of inputs.entries()) {
    const path = `inputs.${index}.name`
    if (seen.has(input.name)) problems.push({ path, ...finding('DECLARED_TWICE', { name: input.name }) })
    seen.add(input.name)
    if (input.default !== undefined && toInputType(input.default, input.type) === undefined) {
      const place = `inputs.${index}.default`
      problems.push({ path: place, ...finding('DEFAULT_OF_OTHER_TYPE', { type: input.type }) })
    }
  }
  return problems
}

/** Lets the API, the dashboard or another flow start this one, with inputs. */
export const triggerApi = defineNode({
  type: 'trigger.api',
  group: 'trigger',
  schema,
  docs: {
    summary: 'Lets the API or another flow start this one; its inputs become variables.',
    sample: { inputs: [{ name: 'order', type: 'string', required: true }] },
  },
  hasInput: false,
  waits: false,
  handles: () => [OUT],
  writes: (data) => data.inputs.map((input) => input.name),
  check: ({ inputs }) => checkInputs(inputs),
  trigger: (data) => ({ kind: 'api', inputs: data.inputs }),
  execute: (_data, step) => ({
    kind: 'follow',
    handle: 'out',
    outcome: step.depth > 0 ? 'next' : 'triggered',
  }),
})
