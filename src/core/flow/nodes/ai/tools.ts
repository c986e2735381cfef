import { z } from 'zod'
import { MAX_KNOWLEDGE_QUESTION_CHARS } from '../../../knowledge.ts'
import { VARIABLE_NAME } from '../../definition.ts'
import type { AiTool } from '../../effects.ts'
import { type ApiInput, type InputType, toInputType } from '../../expressions/input-types.ts'
import { findingText } from '../../findings.ts'
import { MAX_TOOL_INPUT_CHARS } from '../../limits.ts'
import { requiredText } from '../fields/text-field.ts'
import type { StepContext } from '../node-type.ts'
import { type HttpData, httpSchema } from '../work/http-data.ts'
import { type AnswerSchema, readAnswerSchema } from './answer-schema.ts'
import { documentsSchema } from './documents.ts'

const { method, query, headers, body, timeoutMs, retries, idempotent, secretRefs } = httpSchema.shape

/** What a model may ask for. Fields beyond the first three are of some kinds alone. */
export const toolSchema = z.strictObject({
  kind: z.enum(['http', 'flow', 'mcp', 'knowledge', 'handoff']).default('http'),
  // Names that every provider takes.
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, findingText('NO_TOOL_NAME')),
  description: requiredText(1_000),
  parameters: z.unknown().optional(),
  /** Of `knowledge`: where it looks. */
  knowledge: documentsSchema.optional(),
  flowId: z.string().optional(),
  /** Of `mcp`: what its server calls it, where that is another name. */
  remoteTool: z.string().max(128).optional(),
  outputs: z
    .array(z.string().regex(VARIABLE_NAME, findingText('NO_VARIABLE_NAME')))
    .max(20)
    .default([]),
  method,
  url: z.string().max(2_000).optional(),
  query,
  headers,
  body,
  bodyType: z.enum(['json', 'form', 'text', 'none']).optional(),
  timeoutMs,
  retries,
  idempotent,
  secretRefs,
})
export type ToolData = z.output<typeof toolSchema>

const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false }
const HANDOFF_PARAMETERS = {
  type: 'object',
  properties: { reason: { type: 'string', maxLength: 500, description: 'Why a person is needed.' } },
  additionalProperties: false,
}
const SEARCH_PARAMETERS = {
  type: 'object',
  properties: {
    question: {
      ...{ type: 'string', minLength: 1, maxLength: MAX_KNOWLEDGE_QUESTION_CHARS },
      description: 'What is looked for, in the words of who asks.',
    },
  },
  required: ['question'],
  additionalProperties: false,
}
/** Said behind the description of each tool that looks in documents. */
const SEARCH_RULE =
  'It gives pieces of documents with numbers. Name the ones that your answer is from by their numbers, such as [5]. If they do not say what was asked, say that you do not know.'

/** The call of a tool as an `http` node has it. */
export function toHttpData(tool: ToolData): HttpData {
  const { kind, name: _name, description: _description, ...rest } = tool
  const { parameters: _parameters, flowId: _flowId, outputs: _outputs, ...others } = rest
  const { knowledge: _knowledge, remoteTool: _remote, ...call } = others
  const { url = '' } = call
  if (kind === 'http') return { ...call, url, map: [] }
  // The protocol has one way to ask, and one kind of body.
  return { ...call, url, method: 'POST', query: [], body: undefined, bodyType: 'none', map: [] }
}

/** What a tool takes; null where nobody can say: its flow cannot be called, or its parameters are no schema. */
export function readParameters(tool: ToolData, step: Pick<StepContext, 'thinking'>): AnswerSchema | null {
  const json = findParameters(tool, step)
  const read = json === null ? null : readAnswerSchema(json)
  return read?.ok ? read.schema : null
}

function findParameters(tool: ToolData, step: Pick<StepContext, 'thinking'>): unknown {
  switch (tool.kind) {
    case 'handoff':
      return HANDOFF_PARAMETERS
    case 'knowledge':
      return SEARCH_PARAMETERS
    case 'flow': {
      const inputs = step.thinking.inputsOf(tool.flowId ?? '')
      return inputs && toParameters(inputs)
    }
    case 'http':
    case 'mcp':
      return isGiven(tool.parameters) ? tool.parameters : NO_PARAMETERS
  }
}

export const isGiven = (parameters: unknown): boolean => parameters !== undefined && parameters !== ''

const TYPES: Readonly<Record<InputType, object>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', description: 'A date, as YYYY-MM-DD.' },
  list: { type: 'array' },
  object: { type: 'object' },
}

/** The inputs of a flow as a JSON Schema. What it does not declare is not passed on. */
function toParameters(inputs: readonly ApiInput[]): Record<string, unknown> {
  return {
    type: 'object',
    properties: Object.fromEntries(inputs.map(({ name, type }) => [name, TYPES[type]])),
    required: inputs
      .filter(({ required, default: fallback }) => required && fallback === undefined)
      .map(({ name }) => name),
    additionalProperties: false,
  }
}

/** The tools as a model is shown them; one that nobody can call is left out. */
export function describeTools(tools: readonly ToolData[], step: Pick<StepContext, 'thinking'>): AiTool[] {
  return tools.flatMap((tool) => {
    const parameters = readParameters(tool, step)
    const { name, kind } = tool
    const description = kind === 'knowledge' ? `${tool.description}\n${SEARCH_RULE}` : tool.description
    return parameters ? [{ name, description, schema: parameters.json }] : []
  })
}

/** What a model gave a tool, if it is what the tool takes. */
export function readInput(
  tool: ToolData,
  step: Pick<StepContext, 'thinking'>,
  input: unknown,
): Record<string, unknown> | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null
  if (JSON.stringify(input).length > MAX_TOOL_INPUT_CHARS) return null
  if (!readParameters(tool, step)?.accepts(input)) return null
  const args: Record<string, unknown> = { ...input }
  const inputs = tool.kind === 'flow' ? (step.thinking.inputsOf(tool.flowId ?? '') ?? []) : []
  // A date is one that a flow can read; a schema of ours does not say so.
  const isRead = inputs.every(
    ({ name, type }) => args[name] == null || toInputType(args[name], type) !== undefined,
  )
  return isRead ? args : null
}
