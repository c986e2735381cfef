import type { AnswerSource, EffectResult } from '../../../conversation/flow-event.ts'
import { MAX_NODE_RESULT_CHARS } from '../../limits.ts'
import {
  defineNode,
  fail,
  type HandleSpec,
  type Signal,
  type StepContext,
  type StepResult,
} from '../node-type.ts'
import {
  ask,
  begin,
  callTools,
  leaveByError,
  takeMessage,
  takeOutput,
  takeResult,
  takeReturned,
} from './agent.ts'
import { aiTexts, checkAi } from './ai-check.ts'
import { type AiData, aiSchema } from './ai-data.ts'
import { findAnswerFault } from './answer-check.ts'
import { readAnswerSchema } from './answer-schema.ts'
import { approvalExits, leaveUnsent, takeDecision } from './approval.ts'
import { takeCitations } from './citations.ts'
import { listShown } from './documents.ts'
import { findsDocuments, toolFlows, toolSecrets } from './tool-check.ts'

/** Unlike a call's, an open error is warned of: a contact who was promised an answer would hear nothing. */
const ERROR: HandleSpec = { id: 'error', label: 'error', optional: false, unconnected: 'fail' }

/** The model has called for a person. */
const HANDED_OFF: HandleSpec = { ...ERROR, id: 'handoff', label: 'handoff' }

/** Asks a language model, and goes on with what it answers. */
export const ai = defineNode({
  type: 'ai',
  group: 'action',
  schema: aiSchema,
  docs: {
    summary:
      'Asks a language model that its owner has set up under `model`. `reply` sends its answer, `agent` may call `tools` before it answers, `extract` keeps a JSON object in `saveAs`, `classify` takes one of `routes`. With `approval` an answer waits for a person, who lets it out, changes it or declines it. `system` is what the model obeys and reads nothing that others wrote; that goes into `facts`. Whatever goes wrong leaves by error.',
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
  handles: listExits,
  texts: aiTexts,
  check: (data, _flow, addresses) => checkAi(data, addresses),
  writes: ({ saveAs, saveSourcesAs }) => [saveAs, saveSourcesAs].filter((name) => name !== undefined),
  model: ({ model, maxTokens }) => ({ name: model, maxTokens }),
  secrets: toolSecrets,
  calls: toolFlows,
  onMessage: ({ onMessage }) => (onMessage === 'restart' ? 'restart' : 'ignore'),
  execute: begin,
  resume,
})

function listExits(data: AiData): HandleSpec[] {
  const { mode, routes, tools } = data
  if (mode === 'classify') return [...routes.map(({ id }) => toExit(`route:${id}`, id)), ERROR]
  const isHandedOff = mode === 'agent' && tools.some(({ kind }) => kind === 'handoff')
  const ways = isHandedOff ? [HANDED_OFF] : []
  return [toExit('ok', 'ok'), ...ways, ...approvalExits(data), ERROR]
}

const toExit = (id: string, label: string): HandleSpec => ({
  ...{ id, label, optional: false, unconnected: 'complete' },
})

function resume(data: AiData, step: StepContext, signal: Signal): StepResult {
  const isCalling = step.thinking.get()?.open !== undefined
  switch (signal.kind) {
    case 'message':
      return takeMessage(data, step, signal.message)
    case 'elapsed':
      return ask(data, step, 'continued')
    case 'timeout':
      return leaveUnsent(step, 'undecided')
    case 'decided':
      return takeDecision(step, signal, (text) => say(data, step, text, signal.approval.sources))
    case 'returned':
      return takeReturned(data, step, signal)
    case 'effect_failed': {
      const { code } = signal.error
      return isCalling ? takeOutput(data, step, { error: code }) : leaveByError(step, code)
    }
    case 'effect':
      if (signal.result.search !== undefined) step.note({ k: 'search_usage', ...signal.result.search })
      if (isCalling) return takeResult(data, step, signal.result)
      if (signal.result.usage !== undefined) step.note({ k: 'ai_usage', ...signal.result.usage })
      return takeAnswer(data, step, signal.result)
    default:
      return fail('SIGNAL_UNEXPECTED', { type: 'ai', signal: signal.kind })
  }
}

function takeAnswer(data: AiData, step: StepContext, result: EffectResult): StepResult {
  switch (data.mode) {
    case 'agent':
      if (result.calls !== undefined && result.calls.length > 0) return callTools(data, step, result)
      return takeReply(data, step, result)
    case 'reply':
      return takeReply(data, step, result)
    case 'extract':
      return takeObject(data, step, result)
    case 'classify':
      return takeRoute(data, step, result)
  }
}

function takeReply(data: AiData, step: StepContext, { text: said, sources = [] }: EffectResult): StepResult {
  if (said === undefined) return leaveByError(step, 'ANSWER_INVALID')
  const { text, named } = findsDocuments(data)
    ? takeCitations(said, listShown(data, step.thinking.get(), sources))
    : { text: said, named: [] }
  const fault = findAnswerFault(text, data)
  if (fault !== null) return leaveByError(step, fault)
  if (data.approval) return { kind: 'wait_approval', text, sources: named, timeoutSec: data.approvalSec }
  return say(data, step, text, named)
}

function say(data: AiData, step: StepContext, text: string, sources: readonly AnswerSource[]): StepResult {
  keep(data, step, text)
  keepSources(data, step, sources)
  if (data.send) step.sendText(text, { linkPreview: false, typing: 'none' })
  return { kind: 'follow', handle: 'ok', outcome: 'ok' }
}

function takeObject(data: AiData, step: StepContext, { object, sources }: EffectResult): StepResult {
  const read = readAnswerSchema(data.schema)
  if (!read.ok) return leaveByError(step, 'BAD_SCHEMA')
  if (!read.schema.accepts(object)) return leaveByError(step, 'ANSWER_INVALID')
  keep(data, step, object)
  keepSources(data, step, sources)
  return { kind: 'follow', handle: 'ok', outcome: 'ok' }
}

function takeRoute(data: AiData, step: StepContext, { route, sources }: EffectResult): StepResult {
  if (!data.routes.some(({ id }) => id === route)) return leaveByError(step, 'ANSWER_INVALID')
  keep(data, step, route)
  keepSources(data, step, sources)
  return { kind: 'follow', handle: `route:${route}`, outcome: 'route' }
}

function keepSources(
  { saveSourcesAs }: AiData,
  step: StepContext,
  sources: readonly AnswerSource[] = [],
): void {
  if (saveSourcesAs !== undefined) step.setVariable(saveSourcesAs, sources)
}

function keep({ saveAs }: AiData, step: StepContext, value: unknown): void {
  step.thinking.set(null)
  const size = JSON.stringify(value)?.length ?? 0
  step.setNodeResult({ status: null, body: size > MAX_NODE_RESULT_CHARS ? null : value, error: null })
  if (saveAs !== undefined) step.setVariable(saveAs, value)
}
