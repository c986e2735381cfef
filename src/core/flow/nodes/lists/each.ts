import { z } from 'zod'
import { requiredText, templateField, variableName } from '../fields/text-field.ts'
import { commonFields, defineNode } from '../node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  list: requiredText(500),
  itemAs: variableName,
  indexAs: variableName.optional(),
})

/**
 * Goes through a list: each time a run comes here it takes the next item and leaves by `each`, and by `done` when there is
 * none left. What is drawn behind `each` leads back here.
 */
export const each = defineNode({
  type: 'each',
  group: 'logic',
  schema,
  docs: {
    summary:
      'Goes through a list: `each` for every item, one after the other, then `done`. What follows `each` leads back here.',
    sample: { list: '{{ vars.cart }}', itemAs: 'line', indexAs: 'number' },
  },
  hasInput: true,
  waits: false,
  handles: () => [
    { id: 'each', label: 'each item', optional: false, unconnected: 'complete' },
    { id: 'done', label: 'done', optional: false, unconnected: 'complete' },
  ],
  texts: (data) => templateField('list', data.list),
  writes: (data) => (data.indexAs === undefined ? [data.itemAs] : [data.itemAs, data.indexAs]),
  execute: (data, step) => {
    const list = step.evaluate(data.list)
    const at = step.lists.taken
    if (!Array.isArray(list) || at >= list.length) {
      step.lists.setTaken(null)
      return { kind: 'follow', handle: 'done', outcome: 'done' }
    }
    step.setVariable(data.itemAs, list[at])
    // People count from 1.
    if (data.indexAs !== undefined) step.setVariable(data.indexAs, at + 1)
    step.lists.setTaken(at + 1)
    return { kind: 'follow', handle: 'each', outcome: 'next' }
  },
})
