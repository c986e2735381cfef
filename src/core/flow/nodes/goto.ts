import { z } from 'zod'
import { findingText } from '../findings.ts'
import { commonFields, defineNode } from './node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  targetNodeId: z.string().min(1, findingText('NODE_TO_GO_TO_MISSING')),
})

/** Continues at another node of the same flow. */
export const goto = defineNode({
  type: 'goto',
  group: 'flow',
  schema,
  docs: {
    summary: 'Continues at another node, without an edge across the canvas.',
    sample: { targetNodeId: 'menu' },
  },
  hasInput: true,
  waits: false,
  handles: () => [],
  jumpsTo: (data) => data.targetNodeId,
  execute: (data) => ({ kind: 'jump', nodeId: data.targetNodeId }),
})
