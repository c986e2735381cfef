import { z } from 'zod'
import type { AddressPolicy } from '../../address-policy.ts'
import {
  type FlowContent,
  MEDIA_KINDS,
  type MediaContent,
  type TextContent,
} from '../../conversation/content.ts'
import { ANSWER_TYPES, checkAnswer } from '../expressions/answers.ts'
import { isDateFormat } from '../expressions/time/dates.ts'
import { finding, findingText } from '../findings.ts'
import { MAX_REMINDERS, MAX_TEXT_CHARS } from '../limits.ts'
import { checkFile, fileSchema, fileTexts, takesCaption, toMedia } from './fields/media-field.ts'
import { questionFields, questionRules } from './fields/question-fields.ts'
import { INVALID, optionalText, requiredText, TIMEOUT, templateField } from './fields/text-field.ts'
import {
  commonFields,
  defineNode,
  fail,
  type NodeProblem,
  type StepContext,
  type TextField,
} from './node-type.ts'

const validateSchema = z.strictObject({
  type: z.enum(ANSWER_TYPES).default('any'),
  min: z.number().optional(),
  max: z.number().optional(),
  pattern: z.string().min(1).optional(),
  country: z.string().length(2, findingText('NO_COUNTRY')).optional(),
  /** Dates: forms such as DD/MM/YYYY. Media: the kinds that are taken. */
  formats: z.array(z.string().min(1).max(40)).min(1).optional(),
})

const schema = z.strictObject({
  ...commonFields,
  prompt: optionalText,
  media: fileSchema.optional(),
  validate: validateSchema.default({ type: 'any' }),
  ...questionFields,
  reminders: z
    .array(z.strictObject({ afterSec: z.number().min(1), text: requiredText(MAX_TEXT_CHARS) }))
    .max(MAX_REMINDERS, findingText('REMINDERS_TOO_MANY', { most: MAX_REMINDERS }))
    .default([]),
  consumeTrigger: z.boolean().default(false),
})
type AskData = z.output<typeof schema>

/** Asks a question and waits for an answer of the right kind. */
export const ask = defineNode({
  type: 'ask',
  group: 'input',
  schema,
  docs: {
    summary:
      'Asks a question, checks the answer, stores it in a variable; can remind and give up after a time.',
    sample: { prompt: 'Your email?', saveAs: 'email', validate: { type: 'email' }, timeoutSec: 3_600 },
  },
  hasInput: true,
  ...questionRules,
  handles: () => [
    { id: 'reply', label: 'reply', optional: false, unconnected: 'complete' },
    INVALID,
    TIMEOUT,
  ],
  texts: (data): TextField[] => [
    ...templateField('prompt', data.prompt),
    ...(data.media === undefined ? [] : fileTexts(data.media, 'media.')),
    ...templateField('retryText', data.retryText),
    ...data.reminders.flatMap((reminder, index) => templateField(`reminders.${index}.text`, reminder.text)),
    ...(data.validate.pattern === undefined
      ? []
      : [{ path: 'validate.pattern', text: data.validate.pattern, kind: 'pattern' as const }]),
  ],
  check: (data, _flow, addresses) => checkAsk(data, addresses),
  schedule: (data) => ({ timeoutSec: data.timeoutSec ?? null, reminders: data.reminders }),
  needs: (data) => (data.media === undefined ? [] : ['send.media']),
  execute: (data, step) => {
    const prompt = data.prompt === undefined ? '' : step.render(data.prompt)
    const media = data.media === undefined ? null : toMedia(data.media, step)
    return {
      kind: 'wait_input',
      prompt,
      ...(media ? { content: toPrompt(media, prompt) } : {}),
      consumeTrigger: data.consumeTrigger,
    }
  },
  resume: (data, step, signal) => {
    if (signal.kind === 'timeout') return { kind: 'follow', handle: 'timeout', outcome: 'timeout' }
    if (signal.kind !== 'answer') return fail('SIGNAL_UNEXPECTED', { type: 'ask', signal: signal.kind })
    const answer = checkAnswer(signal.message, answerRule(data, step))
    if (!answer.ok) return { kind: 'misunderstood' }
    if (data.saveAs !== undefined) step.setVariable(data.saveAs, answer.value)
    return { kind: 'follow', handle: 'reply', outcome: 'reply' }
  },
})

/** The prompt is the file's caption when it can carry one, else a message after it. */
function toPrompt(media: MediaContent, prompt: string): FlowContent[] {
  if (prompt.trim() === '') return [media]
  if (takesCaption(media.kind) && media.caption === null) return [{ ...media, caption: prompt }]
  const text: TextContent = {
    type: 'text',
    text: prompt,
    linkPreview: true,
    quoteMessageId: null,
    typing: 'auto',
  }
  return [media, text]
}

function answerRule(data: AskData, step: StepContext) {
  const { validate } = data
  return {
    type: validate.type,
    min: validate.min,
    max: validate.max,
    pattern: validate.pattern === undefined ? undefined : step.pattern(validate.pattern),
    country: validate.country ?? step.client.defaultCountry ?? undefined,
    formats: validate.formats,
    locale: step.locale,
  }
}

function checkAsk(data: AskData, addresses: AddressPolicy | null): NodeProblem[] {
  const problems: NodeProblem[] = []
  const { validate, reminders } = data
  if (validate.min !== undefined && validate.max !== undefined && validate.min > validate.max) {
    problems.push({ path: 'validate.min', ...finding('MIN_ABOVE_MAX') })
  }
  if (validate.type === 'regex' && validate.pattern === undefined) {
    problems.push({ path: 'validate.pattern', ...finding('PATTERN_MISSING') })
  }
  problems.push(...checkFormats(validate), ...(data.media ? checkFile(data.media, addresses, 'media.') : []))
  for (const [index, reminder] of reminders.entries()) {
    const path = `reminders.${index}.afterSec`
    const previous = reminders[index - 1]?.afterSec ?? 0
    if (reminder.afterSec <= previous) problems.push({ path, ...finding('REMINDERS_UNORDERED') })
    if (data.timeoutSec !== undefined && reminder.afterSec >= data.timeoutSec) {
      problems.push({ path, ...finding('REMINDER_AFTER_TIMEOUT') })
    }
  }
  return problems
}

/** The kinds of files a question can ask for. */
const ASKED_KINDS = [...MEDIA_KINDS, 'video_note'] as const

/** Only dates and media have forms of their own. */
function checkFormats({ type, formats = [] }: AskData['validate']): NodeProblem[] {
  const isKnown =
    type === 'media' ? (text: string) => ASKED_KINDS.some((kind) => kind === text) : isDateFormat
  const problem =
    type === 'media' ? finding('NO_FILE_KIND', { kinds: ASKED_KINDS.join(', ') }) : finding('NO_DATE_FORMAT')
  return formats.flatMap((format, index) => {
    const path = `validate.formats.${index}`
    return isKnown(format) ? [] : [{ path, ...problem }]
  })
}
