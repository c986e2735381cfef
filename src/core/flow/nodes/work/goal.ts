import { z } from 'zod'
import { toNumber } from '../../expressions/conditions.ts'
import { optionalText, requiredText, templateField } from '../fields/text-field.ts'
import { commonFields, defineNode, NEXT, OUT } from '../node-type.ts'

/** Longest name of a goal. */
const MAX_NAME_CHARS = 100

const schema = z.strictObject({
  ...commonFields,
  name: requiredText(MAX_NAME_CHARS),
  amount: optionalText,
})

/** Marks that a run reached what the flow is for. */
export const goal = defineNode({
  type: 'goal',
  group: 'action',
  schema,
  docs: {
    summary:
      'Marks that the run reached what the flow is for, once a run however often it comes by; with the number it was worth.',
    sample: { name: 'Order placed', amount: '{{ vars.total }}' },
  },
  hasInput: true,
  waits: false,
  handles: () => [OUT],
  texts: (data) => templateField('amount', data.amount),
  execute: (data, step) => {
    const amount = data.amount === undefined ? null : toNumber(step.evaluate(data.amount))
    step.note({ k: 'goal', name: data.name.trim(), amount })
    return NEXT
  },
})
