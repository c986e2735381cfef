import { z } from 'zod'
import { VARIABLE_NAME } from '../definition.ts'
import { findingText } from '../findings.ts'
import { variableName } from './fields/text-field.ts'
import { evaluateValues, valueFields } from './fields/value-field.ts'
import { commonFields, defineNode, fail, OUT } from './node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  flowId: z.string().min(1, findingText('FLOW_TO_CALL_MISSING')),
  inputs: z.record(z.string().regex(VARIABLE_NAME), z.unknown()).default({}),
  outputs: z.record(variableName, z.string().regex(VARIABLE_NAME)).default({}),
})

/** Runs another flow with its own variables and comes back with results. */
export const subflow = defineNode({
  type: 'subflow',
  group: 'flow',
  schema,
  docs: {
    summary:
      "Runs another published flow and comes back; `outputs` names this flow's variable and the called flow's.",
    sample: { flowId: 'pick-a-day', inputs: { who: 'table' }, outputs: { day: 'd' } },
  },
  hasInput: true,
  waits: false,
  handles: () => [
    { ...OUT, id: 'done', label: 'done' },
    { id: 'failed', label: 'failed', optional: true, unconnected: 'fail' },
  ],
  texts: (data) => valueFields('inputs', data.inputs),
  calls: (data) => [{ flowId: data.flowId, path: 'flowId' }],
  writes: (data) => Object.keys(data.outputs),
  execute: (data, step) => ({
    kind: 'call',
    flowId: data.flowId,
    inputs: evaluateValues(data.inputs, step),
  }),
  resume: (data, step, signal) => {
    if (signal.kind !== 'returned') return fail('SIGNAL_UNEXPECTED', { type: 'subflow', signal: signal.kind })
    if (signal.result === 'failure') return { kind: 'follow', handle: 'failed', outcome: 'failed' }
    for (const [name, theirs] of Object.entries(data.outputs)) {
      if (Object.hasOwn(signal.vars, theirs)) step.setVariable(name, signal.vars[theirs])
    }
    return { kind: 'follow', handle: 'done', outcome: 'done' }
  },
})
