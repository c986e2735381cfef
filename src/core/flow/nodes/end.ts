import { z } from 'zod'
import { optionalText, templateField } from './fields/text-field.ts'
import { commonFields, defineNode } from './node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  text: optionalText,
  result: z.enum(['success', 'failure']).default('success'),
})

/** Ends the run, or returns from a sub-flow. */
export const end = defineNode({
  type: 'end',
  group: 'flow',
  schema,
  docs: {
    summary: 'Ends the run, with a last text if you like; in a sub-flow it returns to the caller.',
    sample: { text: 'Bye!' },
  },
  hasInput: true,
  waits: false,
  handles: () => [],
  texts: (data) => templateField('text', data.text),
  execute: (data, step) => {
    if (data.text !== undefined) step.sendText(step.render(data.text))
    return { kind: 'complete', result: data.result }
  },
})
