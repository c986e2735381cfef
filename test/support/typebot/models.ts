import type { AiEffect } from '../../../src/core/flow/effects.ts'
import type { EffectAnswer } from '../../../src/core/flow/simulate/effects.ts'
import type { BotVariables } from './variables.ts'

/** What a model answers when it is asked for the nth time, the same to both sides. */
export type Model = (index: number) => string

type Options = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>>

const rowsOf = (list: unknown): Row[] => (Array.isArray(list) ? (list as Row[]) : [])

/** What an action of a model does to the variables, as the blocks of Typebot's makers document it; false for what has no text. */
export function askModel(
  options: Options,
  { variables, answer }: { variables: BotVariables; answer: string },
): { values: string[] } | false {
  const action = String(options.action ?? options.task ?? '')
  switch (action) {
    case 'Create transcription':
    case 'Create speech':
    case 'Convert text to speech':
      return false
    case 'Generate variables': {
      for (const wanted of rowsOf(options.variablesToExtract)) {
        const value = madeValue(wanted, answer)
        if (value !== undefined) variables.set(wanted.variableId, value)
      }
      return { values: insertedIn(options.prompt, variables) }
    }
    default: {
      const values = [
        ...rowsOf(options.messages).flatMap(({ role, content, dialogueVariableId }) =>
          role === 'Dialogue' ? toTexts(variables.get(dialogueVariableId)) : insertedIn(content, variables),
        ),
        ...[options.message, options.query, options.instructions].flatMap((text) =>
          insertedIn(text, variables),
        ),
      ]
      for (const { item, valueToExtract, variableId } of rowsOf(options.responseMapping)) {
        if (['Message content', 'Message', 'undefined'].includes(String(item ?? valueToExtract)))
          variables.set(variableId, answer)
      }
      return { values }
    }
  }
}

/** A value that is not required is found every other time. */
function madeValue({ type, isRequired, values }: Row, answer: string): unknown {
  if (isRequired === false && answer.length % 2 === 0) return undefined
  switch (type) {
    case 'number':
      return answer.length
    case 'boolean':
      return answer.length % 2 === 1
    case 'array':
      return [answer, 'more']
    case 'enum':
      return (values as string[])[answer.length % (values as string[]).length]
    default:
      return answer
  }
}

/** The same answer as an effect is given it. */
export function answerEffect({ task }: AiEffect, answer: string): EffectAnswer {
  if (task.mode !== 'extract') return { text: answer }
  const { properties = {}, required = [] } = task.schema as {
    properties?: Record<string, { type: string; enum?: string[] }>
    required?: string[]
  }
  const found = Object.entries(properties).flatMap(([name, { type, enum: values }]): [string, unknown][] => {
    const isRequired = required.includes(name)
    const value = madeValue({ type: values ? 'enum' : type, isRequired, values }, answer)
    return value === undefined ? [] : [[name, value]]
  })
  return { object: Object.fromEntries(found) }
}

/** All that a model reads of a question; with the conversation, where it is shown that. */
export function readQuestion(
  { instructions, facts, prompt, historyTurns }: AiEffect,
  conversation: readonly string[],
): string {
  return [instructions, facts, prompt, ...(historyTurns > 0 ? conversation : [])].filter(Boolean).join('\n')
}

function toTexts(value: unknown): string[] {
  return [value].flat().filter((item): item is string => typeof item === 'string' && item.trim() !== '')
}

/** Values that a text inserts; lists are written differently and are not looked for. */
function insertedIn(source: unknown, variables: BotVariables): string[] {
  return [...String(source ?? '').matchAll(/\{\{[^{}]+\}\}/g)].flatMap(([name]) => {
    const value = variables.only(name)
    return typeof value === 'string' && !value.startsWith('<') ? toTexts(value) : []
  })
}
