import { z } from 'zod'
import { foldKeyword } from '../../expressions/fold.ts'
import { finding, findingText } from '../../findings.ts'
import { MAX_POLL_OPTION_CHARS, MAX_POLL_OPTIONS } from '../../limits.ts'
import { requiredText, templateField } from '../fields/text-field.ts'
import { commonFields, defineNode, FAILED, NEXT, type NodeProblem, OUT } from '../node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  question: requiredText(255),
  options: z
    .array(requiredText(MAX_POLL_OPTION_CHARS))
    .min(2, findingText('POLL_TOO_SHORT'))
    .max(MAX_POLL_OPTIONS, findingText('POLL_TOO_LONG', { most: MAX_POLL_OPTIONS })),
  selectable: z.number().int().min(1).default(1),
})

/** Sends a poll; a vote answers the question that waits after it. */
export const sendPoll = defineNode({
  type: 'send.poll',
  group: 'message',
  schema,
  docs: {
    summary:
      'Sends a poll; the first vote answers the `ask` that follows, later changes of it count no more.',
    sample: { question: 'When?', options: ['Morning', 'Afternoon'] },
  },
  hasInput: true,
  waits: false,
  handles: () => [OUT, FAILED],
  texts: (data) => [
    ...templateField('question', data.question),
    ...data.options.flatMap((option, index) => templateField(`options.${index}`, option)),
  ],
  check: ({ options, selectable }) => {
    const problems: NodeProblem[] = []
    const seen = new Set<string>()
    for (const [index, option] of options.entries()) {
      const path = `options.${index}`
      const folded = foldKeyword(option)
      if (seen.has(folded)) problems.push({ path, ...finding('THERE_TWICE', { text: option }) })
      seen.add(folded)
    }
    if (selectable > options.length) {
      problems.push({ path: 'selectable', ...finding('SELECTABLE_TOO_MANY') })
    }
    return problems
  },
  execute: (data, step) => {
    const question = step.render(data.question)
    if (question.trim() === '') {
      step.note({ k: 'skip', type: 'poll' })
      return NEXT
    }
    const options = [...new Set(data.options.map((option) => step.render(option).trim()))]
    if (options.length < 2 || options.includes(''))
      return { kind: 'follow', handle: 'failed', outcome: 'failed' }
    const selectable = Math.min(data.selectable, options.length)
    step.send({ type: 'poll', question, options, selectable })
    return NEXT
  },
})
