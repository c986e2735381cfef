import { z } from 'zod'
import { foldText } from '../../expressions/fold.ts'
import { finding } from '../../findings.ts'
import { requiredText, templateField } from '../fields/text-field.ts'
import { commonFields, defineNode, NEXT, type NodeProblem, OUT } from '../node-type.ts'

const tags = z.array(requiredText(100)).max(50).default([])
const schema = z.strictObject({ ...commonFields, add: tags, remove: tags })

/** Puts tags on the contact and takes them off. */
export const contactTag = defineNode({
  type: 'contact.tag',
  group: 'action',
  schema,
  docs: {
    summary: 'Puts tags on the contact and takes others off.',
    sample: { add: ['customer'], remove: ['lead'] },
  },
  hasInput: true,
  waits: false,
  handles: () => [OUT],
  texts: (data) => [
    ...data.add.flatMap((tag, index) => templateField(`add.${index}`, tag)),
    ...data.remove.flatMap((tag, index) => templateField(`remove.${index}`, tag)),
  ],
  check: (data) => {
    const problems: NodeProblem[] = []
    if (data.add.length + data.remove.length === 0) problems.push(finding('TAGS_MISSING'))
    const removed = new Set(data.remove.map((tag) => foldText(tag)))
    for (const tag of data.add.filter((item) => removed.has(foldText(item)))) {
      problems.push({ path: 'add', ...finding('TAG_ALSO_REMOVED', { tag }) })
    }
    return problems
  },
  execute: (data, step) => {
    const render = (list: readonly string[]) =>
      list.map((tag) => step.render(tag).trim()).filter((tag) => tag !== '')
    step.changeTags(render(data.add), render(data.remove))
    return NEXT
  },
})
