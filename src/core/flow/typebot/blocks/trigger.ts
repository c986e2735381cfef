import type { NewNode } from '../converted.ts'
import { listOf, objectOf, type TypebotDocument, textOf } from '../document.ts'
import { note, type TypebotNote } from '../notes.ts'

type Trigger = Pick<NewNode, 'type' | 'data'>

const MODES: Readonly<Record<string, string>> = {
  'Equal to': 'exact',
  Contains: 'contains',
  'Starts with': 'starts_with',
  'Ends with': 'regex',
  'Matches regex': 'regex',
}

export interface ConvertedStart {
  triggers: Trigger[]
  notes: readonly TypebotNote[]
}

/** What starts the bot: its start condition as keywords, else any message; and the API, so that others can call it. */
export function toTriggers({ settings }: TypebotDocument): ConvertedStart {
  const condition = objectOf(objectOf(settings.whatsApp).startCondition)
  const comparisons = listOf(condition.comparisons)
  const keywords = toKeywords(comparisons)
  const triggers: Trigger[] = keywords.length > 0 ? keywords : [{ type: 'trigger.any_message', data: {} }]
  const isAnd = comparisons.length > 1 && condition.logicalOperator !== 'OR'
  const wordNotes = isAnd ? [note('ANY_WORD_STARTS')] : []
  const anyNote = comparisons.length > 0 ? note('START_CONDITION_LOST') : note('ANY_MESSAGE_STARTS')
  return {
    triggers: [...triggers, { type: 'trigger.api', data: {} }],
    notes: keywords.length > 0 ? wordNotes : [anyNote],
  }
}

function toKeywords(comparisons: readonly Record<string, unknown>[]): Trigger[] {
  const byMode = new Map<string, string[]>()
  for (const { comparisonOperator, value } of comparisons) {
    const operator = textOf(comparisonOperator)
    const mode = MODES[operator]
    const text = textOf(value).trim()
    if (mode === undefined || text === '') continue
    const written = operator === 'Ends with' ? `${escapePattern(text)}$` : text
    byMode.set(mode, [...(byMode.get(mode) ?? []), written])
  }
  return [...byMode].map(([mode, values]) => ({ type: 'trigger.keyword', data: { values, mode } }))
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
