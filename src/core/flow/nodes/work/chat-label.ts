import { z } from 'zod'
import { foldText } from '../../expressions/fold.ts'
import { finding } from '../../findings.ts'
import { requiredText, templateField } from '../fields/text-field.ts'
import { commonFields, defineNode, NEXT, type NodeProblem, OUT } from '../node-type.ts'

const labels = z.array(requiredText(100)).max(20).default([])
const schema = z.strictObject({ ...commonFields, add: labels, remove: labels })

/** Puts labels of the team on the conversation and takes others off. */
export const chatLabel = defineNode({
  type: 'chat.label',
  group: 'action',
  schema,
  docs: {
    summary:
      'Puts labels of the workspace on the conversation and takes others off, by their names. A name that is no label of it changes nothing.',
    sample: { add: ['Group'], remove: ['New'] },
  },
  hasInput: true,
  waits: false,
  handles: () => [OUT],
  texts: (data) => [
    ...data.add.flatMap((label, index) => templateField(`add.${index}`, label)),
    ...data.remove.flatMap((label, index) => templateField(`remove.${index}`, label)),
  ],
  check: ({ add, remove }) => {
    const problems: NodeProblem[] = []
    if (add.length + remove.length === 0) problems.push(finding('LABELS_MISSING'))
    const removed = new Set(remove.map((label) => foldText(label)))
    for (const label of add.filter((item) => removed.has(foldText(item))))
      problems.push({ path: 'add', ...finding('LABEL_ALSO_REMOVED', { label }) })
    return problems
  },
  execute: (data, step) => {
    const render = (list: readonly string[]) =>
      list.map((label) => step.render(label).trim()).filter((label) => label !== '')
    const [add, remove] = [render(data.add), render(data.remove)]
    if (add.length + remove.length > 0) step.addEffect({ kind: 'label', add, remove })
    return NEXT
  },
})
