import type { EffectResult } from '../../../conversation/flow-event.ts'
import type { AiEffect, AiTask } from '../../effects.ts'
import { MAX_AI_SAID_CHARS, MAX_NODE_RESULT_CHARS, MAX_TYPING_MS } from '../../limits.ts'
import { defineNode, type HandleSpec, type StepContext, type StepResult } from '../node-type.ts'
import { aiTexts, checkAi } from './ai-check.ts'
import { type AiData, aiSchema } from './ai-data.ts'
import { findAnswerFault } from './answer-check.ts'
import { readAnswerSchema } from './answer-schema.ts'

/** Unlike a call's, an open error is warned of: a contact who was promised an answer would hear nothing. */
const ERROR: HandleSpec = { id: 'error', label: 'error', optional: false, unconnected: 'fail' }

/** Asks a language model, and goes on with what it answers. */
export const ai = defineNode({
  type: 'ai',
  group: 'action',
  schema: aiSchema,
  docs: {
    summary:
      'Asks a language model that its owner has set up under `model`. `reply` sends its answer, `extract` keeps a JSON object in `saveAs`, `classify` takes one of `routes`. `system` is what the model obeys and reads nothing that others wrote; that goes into `facts`. Whatever goes wrong leaves by error.',
    sample: {
      mode: 'classify',
      system: 'You sort what customers of a bakery write.',
      routes: [
        { id: 'order', description: 'Wants to order or to change an order' },
        { id: 'other', description: 'Anything else' },
      ],
    },
  },
  hasInput: true,
  waits: true,
  handles: ({ mode, routes }) =>
    mode === 'classify'
      ? [
          ...routes.map(
            ({ id }): HandleSpec => ({
              id: `route:${id}`,
              label: id,
              optional: false,
              unconnected: 'complete',
            }),
          ),
          ERROR,
        ]
      : [{ id: 'ok', label: 'ok', optional: false, unconnected: 'complete' }, ERROR],
  texts: aiTexts,
  check: (data) => checkAi(data),
  writes: ({ saveAs }) => (saveAs === undefined ? [] : [saveAs]),
  model: ({ model, maxTokens }) => ({ name: model, maxTokens }),
  execute: (data, step) => {
    const task = toTask(data)
    if (task === null) return leaveByError(step, 'BAD_SCHEMA')
    if (data.mode === 'reply' && data.send) {
      step.addEffect({ kind: 'typing', durationMs: Math.min(data.timeoutMs, MAX_TYPING_MS) })
    }
    return { kind: 'wait_effect', effect: buildEffect(data, task, step) }
  },
  resume: (data, step, signal) => {
    if (signal.kind === 'effect_failed') return leaveByError(step, signal.error.code)
    if (signal.kind !== 'effect') return { kind: 'fail', message: `ai cannot go on with ${signal.kind}` }
    if (signal.result.usage !== undefined) step.note({ k: 'ai_usage', ...signal.result.usage })
    return takeAnswer(data, step, signal.result)
  },
})

function toTask({ mode, schema, routes }: AiData): AiTask | null {
  switch (mode) {
    case 'reply':
      return { mode }
    case 'classify':
      return { mode, routes }
    case 'extract': {
      const read = readAnswerSchema(schema)
      return read.ok ? { mode, schema: read.schema.json } : null
    }
  }
}

function buildEffect(data: AiData, task: AiTask, step: StepContext): Omit<AiEffect, 'runId' | 'nodeId'> {
  const { model, system, facts = '', prompt = '', historyTurns, maxTokens, timeoutMs } = data
  const rendered = (text: string) => (text === '' ? null : cut(step.render(text)))
  return {
    kind: 'ai',
    effectId: step.newEffectId(),
    model,
    task,
    instructions: step.render(system),
    facts: rendered(facts),
    prompt: rendered(prompt),
    said: readSaid(step),
    historyTurns,
    maxTokens,
    timeoutMs,
  }
}

/** What the contact wrote last, as the run knows it; null in a run that began without a message. */
function readSaid(step: StepContext): AiEffect['said'] {
  const { message } = step
  if (message) return { messageId: message.id, type: message.type, text: cut(message.text) }
  const last = step.readRoot('last') as
    | { messageId?: unknown; type?: unknown; text?: unknown }
    | null
    | undefined
  if (typeof last?.messageId !== 'string') return null
  return { messageId: last.messageId, type: String(last.type), text: cut(String(last.text ?? '')) }
}

const cut = (text: string): string =>
  text.length > MAX_AI_SAID_CHARS ? text.slice(0, MAX_AI_SAID_CHARS).toWellFormed() : text

function leaveByError(step: StepContext, error: string): StepResult {
  step.setNodeResult({ status: null, body: null, error })
  return { kind: 'follow', handle: 'error', outcome: 'error' }
}

function takeAnswer(data: AiData, step: StepContext, result: EffectResult): StepResult {
  switch (data.mode) {
    case 'reply':
      return takeReply(data, step, result.text)
    case 'extract':
      return takeObject(data, step, result.object)
    case 'classify':
      return takeRoute(data, step, result.route)
  }
}

function takeReply(data: AiData, step: StepContext, text: string | undefined): StepResult {
  if (text === undefined) return leaveByError(step, 'ANSWER_INVALID')
  const fault = findAnswerFault(text, data)
  if (fault !== null) return leaveByError(step, fault)
  keep(data, step, text)
  if (data.send) step.sendText(text, { linkPreview: false, typing: 'none' })
  return { kind: 'follow', handle: 'ok', outcome: 'ok' }
}

function takeObject(data: AiData, step: StepContext, object: unknown): StepResult {
  const read = readAnswerSchema(data.schema)
  if (!read.ok) return leaveByError(step, 'BAD_SCHEMA')
  if (!read.schema.accepts(object)) return leaveByError(step, 'ANSWER_INVALID')
  keep(data, step, object)
  return { kind: 'follow', handle: 'ok', outcome: 'ok' }
}

function takeRoute(data: AiData, step: StepContext, route: string | undefined): StepResult {
  if (!data.routes.some(({ id }) => id === route)) return leaveByError(step, 'ANSWER_INVALID')
  keep(data, step, route)
  return { kind: 'follow', handle: `route:${route}`, outcome: 'route' }
}

function keep({ saveAs }: AiData, step: StepContext, value: unknown): void {
  const size = JSON.stringify(value)?.length ?? 0
  step.setNodeResult({ status: null, body: size > MAX_NODE_RESULT_CHARS ? null : value, error: null })
  if (saveAs !== undefined) step.setVariable(saveAs, value)
}
