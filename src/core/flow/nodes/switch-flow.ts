import { z } from 'zod'
import { VARIABLE_NAME } from '../definition.ts'
import { findingText } from '../findings.ts'
import { evaluateValues, valueFields } from './fields/value-field.ts'
import { commonFields, defineNode } from './node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  flowId: z.string().min(1, findingText('FLOW_TO_SWITCH_TO_MISSING')),
  inputs: z.record(z.string().regex(VARIABLE_NAME), z.unknown()).default({}),
})

/** Ends this run and begins another flow in its place. */
export const switchFlow = defineNode({
  type: 'switch_flow',
  group: 'flow',
  schema,
  docs: {
    summary: 'Ends this run and starts another published flow with its inputs; there is no way back.',
    sample: { flowId: 'orders', inputs: { number: '{{ vars.number }}' } },
  },
  hasInput: true,
  waits: false,
  handles: () => [],
  texts: (data) => valueFields('inputs', data.inputs),
  calls: (data) => [{ flowId: data.flowId, path: 'flowId' }],
  execute: (data, step) => ({
    kind: 'switch',
    flowId: data.flowId,
    inputs: evaluateValues(data.inputs, step),
  }),
})
