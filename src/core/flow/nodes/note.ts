import { z } from 'zod'
import { commonFields, defineNode } from './node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  text: z.string().max(10_000).optional(),
  color: z.string().max(32).optional(),
})

/** A remark on the canvas; never executed. */
export const note = defineNode({
  type: 'note',
  group: 'note',
  schema,
  docs: {
    summary: 'A remark for the people who edit the flow.',
    sample: { text: 'Opening hours change in June.' },
  },
  hasInput: false,
  waits: false,
  handles: () => [],
})
