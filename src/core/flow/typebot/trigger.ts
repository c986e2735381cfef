import type { NewNode } from './converted.ts'
import { listOf, objectOf, type TypebotDocument, textOf } from './document.ts'

const MODES: Readonly<Record<string, string>> = {
  'Equal to': 'exact',
  Contains: 'contains',
  'Starts with': 'starts_with',
  'Ends with': 'regex',
  'Matches regex': 'regex',
}

export interface ConvertedStart {
  triggers: NewNode[]
  note: string | null
}

/** What starts the bot: its start condition as keywords, else any message; and the API, so that others can call it. */
export function toTriggers({ settings }: TypebotDocument): ConvertedStart {
  const condition = objectOf(objectOf(settings.whatsApp).startCondition)
  const comparisons = listOf(condition.comparisons)
  const byMode = new Map<string, string[]>()
  for (const { comparisonOperator, value } of comparisons) {
    const operator = textOf(comparisonOperator)
    const mode = MODES[operator]
    const text = textOf(value).trim()
    if (mode === undefined || text === '') continue
    byMode.set(mode, [
      ...(byMode.get(mode) ?? []),
      operator === 'Ends with' ? `${escapePattern(text)}$` : text,
    ])
  }
  const keywords = [...byMode].map(([mode, values]) => ({ type: 'trigger.keyword', data: { values, mode } }))
  const triggers = keywords.length > 0 ? keywords : [{ type: 'trigger.any_message', data: {} }]
  const wasAnd = comparisons.length > 1 && condition.logicalOperator !== 'OR'
  const lost = comparisons.length > 0 && keywords.length === 0
  const note = lost
    ? 'the start condition has to be written anew'
    : wasAnd
      ? 'one of the words is enough to start'
      : null
  return { triggers: [...triggers, { type: 'trigger.api', data: {} }], note }
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
