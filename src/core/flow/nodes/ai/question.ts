import type { AiEffect, AiTask, ContactMessage, KnowledgeQuestion } from '../../effects.ts'
import { MAX_AI_MESSAGE_CHARS } from '../../limits.ts'
import type { StepContext } from '../node-type.ts'
import type { AiData } from './ai-data.ts'
import { readAnswerSchema } from './answer-schema.ts'
import { toSearch } from './documents.ts'
import { describeTools } from './tools.ts'

/** Whether the contact hears the answer. */
export const sendsAnswer = ({ mode, send }: AiData): boolean => send && (mode === 'reply' || mode === 'agent')

/** Who waits for a person's decision may wait for hours, and is not shown that somebody types. */
export const showsTyping = (data: AiData): boolean => sendsAnswer(data) && !data.approval

/** The question as the host asks it; null when what it asks for cannot be read. */
export function buildQuestion(data: AiData, step: StepContext): Omit<AiEffect, 'runId' | 'nodeId'> | null {
  const { model, system, facts = '', prompt = '', historyTurns, maxTokens, timeoutMs } = data
  const task = toTask(data, step)
  if (task === null) return null
  const rendered = (text: string) => (text === '' ? null : cutMessage(step.render(text)))
  const thinking = step.thinking.get()
  const { turns = [] } = thinking ?? {}
  const said = thinking ? thinking.said : readContactMessage(step)
  const asked = rendered(prompt)
  const knowledge = buildSearch(data, [turns.findLast((turn) => 'said' in turn)?.said, said?.text, asked])
  return {
    kind: 'ai',
    effectId: step.newEffectId(),
    model,
    task,
    instructions: step.render(system),
    facts: rendered(facts),
    prompt: asked,
    said,
    ...(turns.length > 0 && { turns }),
    ...(knowledge && { knowledge }),
    historyTurns,
    maxTokens,
    timeoutMs,
    ...(showsTyping(data) && { typing: true }),
  }
}

/** By what the contact wrote last; where they wrote nothing, by the prompt of the flow. */
function buildSearch(
  { knowledge }: AiData,
  texts: readonly (string | null | undefined)[],
): KnowledgeQuestion | null {
  const question = texts.find((text) => text != null && text.trim() !== '')
  return knowledge && question != null ? toSearch(knowledge, question) : null
}

function toTask({ mode, schema, routes, tools }: AiData, step: StepContext): AiTask | null {
  switch (mode) {
    case 'reply':
      return { mode }
    case 'agent':
      return { mode, tools: describeTools(tools, step) }
    case 'classify':
      return { mode, routes }
    case 'extract': {
      const read = readAnswerSchema(schema)
      return read.ok ? { mode, schema: read.schema.json } : null
    }
  }
}

/** What the contact wrote last, as the run knows it; null in a run that began without a message. */
export function readContactMessage(step: StepContext): ContactMessage | null {
  const { message } = step
  if (message) return { messageId: message.id, type: message.type, text: cutMessage(message.text) }
  const last = step.readRoot('last') as
    | { messageId?: unknown; type?: unknown; text?: unknown }
    | null
    | undefined
  if (typeof last?.messageId !== 'string') return null
  return { messageId: last.messageId, type: String(last.type), text: cutMessage(String(last.text ?? '')) }
}

/** A message as a model reads it: one that is more than its text says what it is. */
export function describeForModel({ type, text }: { type: string; text: string }): string {
  return type === 'text' ? cutMessage(text) : `[${type}] ${cutMessage(text)}`.trim()
}

const cutMessage = (text: string): string =>
  text.length > MAX_AI_MESSAGE_CHARS ? text.slice(0, MAX_AI_MESSAGE_CHARS).toWellFormed() : text
