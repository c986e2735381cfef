import { z } from 'zod'
import { foldKeyword } from '../expressions/fold.ts'
import { finding, findingText } from '../findings.ts'
import { MAX_POLL_OPTIONS, MAX_TEXT_CHARS } from '../limits.ts'
import { findNamed, type Tolerance } from '../matching/choice.ts'
import {
  fitsPoll,
  type Option,
  optionHandle,
  optionHandles,
  optionSchema,
  optionTexts,
} from './fields/options-field.ts'
import { questionFields, questionRules } from './fields/question-fields.ts'
import { INVALID, requiredText, TIMEOUT, templateField } from './fields/text-field.ts'
import { commonFields, defineNode, fail, type NodeProblem } from './node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  prompt: requiredText(MAX_TEXT_CHARS),
  render: z.enum(['numbered', 'poll', 'auto']).default('numbered'),
  options: z
    .array(optionSchema)
    .min(1, findingText('OPTIONS_MISSING'))
    .max(20, findingText('OPTIONS_TOO_MANY')),
  ...questionFields,
  tolerant: z.boolean().default(false),
})

type MenuData = z.output<typeof schema>

/** Offers numbered options and follows the one the contact names. */
export const menu = defineNode({
  type: 'menu',
  group: 'input',
  schema,
  docs: {
    summary:
      'Offers options as numbered text or as a poll; the contact answers with a number, a label, an alias or a vote.',
    sample: {
      prompt: 'What can we do for you?',
      options: [
        { id: 'status', label: 'Order status' },
        { id: 'human', label: 'Talk to us', aliases: ['agent'] },
      ],
    },
  },
  hasInput: true,
  ...questionRules,
  handles: (data) => [...optionHandles(data.options), INVALID, TIMEOUT],
  texts: (data) => [
    ...templateField('prompt', data.prompt),
    ...templateField('retryText', data.retryText),
    ...optionTexts(data.options),
  ],
  check: (data) => [...checkOptions(data.options), ...checkPoll(data)],
  needs: (data) => (isPoll(data) ? ['send.poll'] : []),
  execute: (data, step) => {
    const labels = data.options.map((option) => step.render(option.label))
    const question = step.render(data.prompt)
    const lines = labels.map((label, index) => `${index + 1}. ${label}`)
    const prompt = (question.trim() === '' ? lines : [question, ...lines]).join('\n')
    if (!isPoll(data) || question.trim() === '' || !fitsPoll(labels))
      return { kind: 'wait_input', prompt, consumeTrigger: false }
    const poll = { type: 'poll' as const, question, options: labels, selectable: 1 }
    return { kind: 'wait_input', prompt, content: [poll], consumeTrigger: false }
  },
  resume: (data, step, signal) => {
    if (signal.kind === 'timeout') return { kind: 'follow', handle: 'timeout', outcome: 'timeout' }
    if (signal.kind !== 'answer') return fail('SIGNAL_UNEXPECTED', { type: 'menu', signal: signal.kind })
    const labels = data.options.map((option) => step.render(option.label))
    const tolerance = data.tolerant ? { synonyms: step.synonyms } : null
    const chosen = findOption(data.options, labels, signal.message.text, tolerance)
    if (!chosen) return { kind: 'misunderstood' }
    if (data.saveAs !== undefined) step.setVariable(data.saveAs, chosen.id)
    return { kind: 'follow', handle: optionHandle(chosen.id), outcome: 'option' }
  },
})

/** True when the menu is shown as a poll: when it says so, or by itself when a poll can hold it. */
function isPoll({ render, options }: MenuData): boolean {
  if (render !== 'auto') return render === 'poll'
  return fitsPoll(options.map((option) => option.label))
}

function checkPoll({ render, options }: MenuData): NodeProblem[] {
  if (render !== 'poll') return []
  const count = options.length
  if (count >= 2 && count <= MAX_POLL_OPTIONS) return []
  return [{ path: 'render', ...finding('MENU_NO_POLL', { most: MAX_POLL_OPTIONS, count }) }]
}

/** The option an answer names: its number first, then label, alias or id, compared folded; then in a short sentence. */
function findOption(
  options: readonly Option[],
  labels: readonly string[],
  text: string,
  tolerance: Tolerance | null,
): Option | undefined {
  const names = options.map((option, index) => [labels[index] ?? option.label, ...option.aliases, option.id])
  const index = findNamed(names, text, tolerance)
  return index === null ? undefined : options[index]
}

function checkOptions(options: readonly Option[]): NodeProblem[] {
  const problems: NodeProblem[] = []
  const ids = new Set<string>()
  const names = new Map<string, number>()
  for (const [index, option] of options.entries()) {
    const path = `options.${index}`
    if (ids.has(option.id)) problems.push({ path: `${path}.id`, ...finding('USED_TWICE', { id: option.id }) })
    ids.add(option.id)
    for (const name of [option.label, ...option.aliases]) {
      const folded = foldKeyword(name)
      const number = Number(folded)
      const isOthersNumber =
        /^\d{1,2}$/.test(folded) && number !== index + 1 && number >= 1 && number <= options.length
      if (isOthersNumber) {
        problems.push({ path, ...finding('NUMBER_OF_ANOTHER', { name }) })
      } else if ((names.get(folded) ?? index) !== index) {
        problems.push({ path, ...finding('NAME_OF_TWO', { name }) })
      }
      names.set(folded, index)
    }
  }
  return problems
}
