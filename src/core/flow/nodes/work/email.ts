import { z } from 'zod'
import { isUuid } from '../../../uuid.ts'
import type { EmailEffect } from '../../effects.ts'
import { finding, findingText } from '../../findings.ts'
import { MAX_EMAIL_FILES, MAX_EMAIL_RECIPIENTS, MAX_HTTP_TIMEOUT_MS } from '../../limits.ts'
import { optionalText, templateField } from '../fields/text-field.ts'
import {
  commonFields,
  defineNode,
  fail,
  type NodeProblem,
  type StepContext,
  type StepResult,
  type TextField,
} from '../node-type.ts'
import { readSecretName } from '../triggers/incoming-call.ts'

const MAX_SUBJECT_CHARS = 500
const MAX_ADDRESS_CHARS = 320

const schema = z.strictObject({
  ...commonFields,
  secret: z.string().max(200).default(''),
  to: z.string().min(1, findingText('EMAIL_TO_MISSING')).max(2_000),
  cc: optionalText,
  replyTo: optionalText,
  subject: z.string().min(1, findingText('EMAIL_SUBJECT_MISSING')).max(1_000),
  text: optionalText,
  html: optionalText,
  attachments: z
    .array(z.string().min(1).max(200))
    .max(MAX_EMAIL_FILES, findingText('EMAIL_FILES_TOO_MANY', { most: MAX_EMAIL_FILES }))
    .default([]),
  timeoutMs: z
    .number()
    .int()
    .min(1_000)
    .max(MAX_HTTP_TIMEOUT_MS, findingText('CALL_TIME_TOO_LONG'))
    .default(30_000),
})
type EmailData = z.output<typeof schema>

/** Sends an e-mail by the server that a secret names, once. */
export const email = defineNode({
  type: 'email',
  group: 'action',
  schema,
  docs: {
    summary:
      'Sends an e-mail by the SMTP server of a secret. `attachments` are mediaIds of files that came in or are kept. Values in `html` are written as text, never as markup.',
    sample: {
      secret: '{{ secrets.mail }}',
      to: 'orders@example.com',
      replyTo: '{{ vars.email }}',
      subject: 'Order of {{ contact.name }}',
      text: 'He or she asked for:\n{{ vars.order }}',
    },
  },
  hasInput: true,
  waits: true,
  handles: () => [
    { id: 'sent', label: 'sent', optional: false, unconnected: 'complete' },
    { id: 'error', label: 'error', optional: true, unconnected: 'fail' },
  ],
  texts: listTexts,
  check: checkEmail,
  execute: (data, step) => {
    const effect = toEffect(data, step)
    if (typeof effect === 'string') return leaveByError(step, effect)
    return { kind: 'wait_effect', effect }
  },
  resume: (_, step, signal) => {
    if (signal.kind === 'effect_failed') return leaveByError(step, signal.error.code)
    if (signal.kind !== 'effect') return fail('SIGNAL_UNEXPECTED', { type: 'email', signal: signal.kind })
    step.setNodeResult({ status: null, body: signal.result.output ?? null, error: null })
    return { kind: 'follow', handle: 'sent', outcome: 'ok' }
  },
})

function leaveByError(step: StepContext, error: string): StepResult {
  step.setNodeResult({ status: null, body: null, error })
  return { kind: 'follow', handle: 'error', outcome: 'error' }
}

function listTexts(data: EmailData): TextField[] {
  const { secret } = data
  return [
    ...(secret === ''
      ? []
      : [{ path: 'secret', text: secret, kind: 'template' as const, allowsSecrets: true }]),
    ...(['to', 'cc', 'replyTo', 'subject', 'text', 'html'] as const).flatMap((key) =>
      templateField(key, data[key]),
    ),
    ...data.attachments.flatMap((text, index) => templateField(`attachments.${index}`, text)),
  ]
}

const hasTemplate = (text: string): boolean => /\{[{%]/.test(text)

function checkEmail(data: EmailData): NodeProblem[] {
  const problems: NodeProblem[] = []
  if (readSecretName(data.secret) === null)
    problems.push({ path: 'secret', ...finding('EMAIL_SECRET_MISSING') })
  if (isBlank(data.text) && isBlank(data.html)) problems.push({ path: 'text', ...finding('EMAIL_EMPTY') })
  for (const key of ['to', 'cc', 'replyTo'] as const) {
    const text = data[key]
    if (text && !hasTemplate(text) && readAddresses(text) === null)
      problems.push({ path: key, ...finding('NO_EMAIL_ADDRESS') })
  }
  for (const [index, text] of data.attachments.entries()) {
    if (!hasTemplate(text) && !isUuid(text.trim()))
      problems.push({ path: `attachments.${index}`, ...finding('BODY_NO_FILE') })
  }
  return problems
}

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ''

/** Plain addresses alone: a name beside one could hold anything, and its quoting with it. */
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/

/** Addresses with commas, semicolons or line breaks between; null where one of them is none. */
function readAddresses(text: string): string[] | null {
  const found = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const isWhole = found.every((part) => part.length <= MAX_ADDRESS_CHARS && ADDRESS.test(part))
  return isWhole ? [...new Set(found)] : null
}

/** Each inserted value becomes text: markup of a contact is not markup of the e-mail. */
const escapeOutputs = (html: string): string =>
  html.replace(/\{\{(-?)(.*?)(-?)\}\}/gs, (_, left: string, inner: string, right: string) => {
    return `{{${left}${inner} | escape ${right}}}`
  })

function toEffect(data: EmailData, step: StepContext): Omit<EmailEffect, 'runId' | 'nodeId'> | string {
  const [to, cc, replyTo] = [data.to, data.cc ?? '', data.replyTo ?? ''].map((text) =>
    readAddresses(step.render(text)),
  )
  if (!to || !cc || !replyTo || to.length === 0 || replyTo.length > 1) return 'BAD_ADDRESS'
  if (to.length + cc.length > MAX_EMAIL_RECIPIENTS) return 'BAD_ADDRESS'
  const files = data.attachments
    .flatMap((text) => step.render(text).split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (!files.every(isUuid)) return 'FILE_MISSING'
  if (files.length > MAX_EMAIL_FILES) return 'TOO_LARGE'
  const subject = step.render(data.subject).replace(/\s+/g, ' ').trim().slice(0, MAX_SUBJECT_CHARS)
  return {
    kind: 'email',
    effectId: step.newEffectId(),
    secret: readSecretName(data.secret) ?? '',
    ...{ to, cc, replyTo: replyTo[0] ?? null, subject },
    text: isBlank(data.text) ? null : step.render(data.text ?? ''),
    html: isBlank(data.html) ? null : step.render(escapeOutputs(data.html ?? '')),
    files: files.map((mediaId) => ({ mediaId })),
    timeoutMs: data.timeoutMs,
  }
}
