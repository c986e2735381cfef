import { z } from 'zod'
import { finding, findingText } from '../../findings.ts'
import { MAX_CODE_CHARS, MAX_CODE_MEMORY_MB, MAX_CODE_TIMEOUT_MS } from '../../limits.ts'
import { variableName } from '../fields/text-field.ts'
import { commonFields, defineNode, fail } from '../node-type.ts'

/** What a script reads, by the names of its parameters. */
const INPUTS = ['vars', 'contact', 'message', 'last', 'trigger', 'node', 'flow', 'now'] as const

const schema = z.strictObject({
  ...commonFields,
  source: z
    .string()
    .max(MAX_CODE_CHARS, findingText('SCRIPT_TOO_LONG'))
    .refine((text) => text.trim() !== '', findingText('SCRIPT_BLANK')),
  timeoutMs: z
    .number()
    .int()
    .min(10)
    .max(MAX_CODE_TIMEOUT_MS, findingText('SCRIPT_TIME_TOO_LONG'))
    .default(250),
  memoryMb: z.number().int().min(1).max(MAX_CODE_MEMORY_MB).default(16),
  saveAs: variableName.optional(),
})

/** Runs a small script in the host's sandbox and keeps what it returns. */
export const code = defineNode({
  type: 'code',
  group: 'action',
  schema,
  docs: {
    summary: `Runs JavaScript that reads ${INPUTS.join(', ')} and returns a JSON value; no network, clock or disk.`,
    sample: { source: 'return vars.price * vars.amount', saveAs: 'total' },
  },
  hasInput: true,
  waits: false,
  handles: () => [
    { id: 'ok', label: 'ok', optional: false, unconnected: 'complete' },
    { id: 'error', label: 'error', optional: true, unconnected: 'fail' },
  ],
  check: ({ source }) => {
    const problem = findSyntaxError(source)
    return problem === null ? [] : [{ path: 'source', ...finding('UNREADABLE', { why: problem }) }]
  },
  writes: (data) => (data.saveAs === undefined ? [] : [data.saveAs]),
  execute: ({ source, timeoutMs, memoryMb }, step) => {
    const effectId = step.newEffectId()
    const input = Object.fromEntries(INPUTS.map((name) => [name, step.readRoot(name) ?? null]))
    return { kind: 'wait_effect', effect: { kind: 'code', effectId, source, input, timeoutMs, memoryMb } }
  },
  resume: (data, step, signal) => {
    if (signal.kind === 'effect_failed') {
      step.setNodeResult({ status: null, body: null, error: signal.error.message })
      return { kind: 'follow', handle: 'error', outcome: 'error' }
    }
    if (signal.kind !== 'effect') return fail('SIGNAL_UNEXPECTED', { type: 'code', signal: signal.kind })
    if (data.saveAs !== undefined) step.setVariable(data.saveAs, signal.result.value ?? null)
    return { kind: 'follow', handle: 'ok', outcome: 'ok' }
  },
})

/** Compiles the script without ever running it; null when it is fine or this place may not compile. */
function findSyntaxError(source: string): string | null {
  try {
    Reflect.construct(Function, [...INPUTS, source])
    return null
  } catch (error) {
    return error instanceof SyntaxError ? error.message : null
  }
}
