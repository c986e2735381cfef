import { useState } from 'react'
import { Field, Select, TextArea } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import type { Act, OpenEffect } from '../../model/simulate/flow-simulator.ts'
import { parseJsonOrText } from '../json-or-text.ts'
import { AnswerForm } from './answer-form.tsx'
import type { PinnedAnswers } from './pinned-answers.ts'

interface TableCardProps {
  effect: OpenEffect
  act: Act
  pinned: PinnedAnswers
}

const OUTCOMES = ['ok', 'empty', 'taken', 'short'] as const

/** What comes of a call of a table: nothing is changed from here, the person makes it up, once or for good. */
export function TableCard({ effect: { pin, summary }, act, pinned }: TableCardProps) {
  const { simulator: text, nodes } = useEditorText()
  const [outcome, setOutcome] = useState<string>('ok')
  const [rows, setRows] = useState('[{}]')
  const [isPinned, setPinned] = useState(false)
  const answer = () => {
    const parsed = parseJsonOrText(rows)
    const result = { value: { outcome, rows: outcome === 'ok' && Array.isArray(parsed) ? parsed : [] } }
    if (isPinned) pinned.set(pin, result)
    act((simulator) => simulator.answerEffect('table', result))
  }
  const fail = () => act((simulator) => simulator.answerEffect('table', { error: 'TABLE_MISSING' }))
  return (
    <AnswerForm
      title={text.tableTitle}
      summary={summary}
      isPinned={isPinned}
      onPin={setPinned}
      onAnswer={answer}
      onFail={fail}
    >
      <Field label={text.tableOutcome}>
        {(control) => (
          <Select {...control} value={outcome} onChange={(event) => setOutcome(event.target.value)}>
            {OUTCOMES.map((one) => (
              <option key={one} value={one}>
                {nodes.exits[one] ?? one}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {outcome === 'ok' && (
        <Field label={text.tableRows}>
          {(control) => (
            <TextArea
              {...control}
              spellCheck={false}
              className="min-h-20 font-mono text-xs"
              value={rows}
              onChange={(event) => setRows(event.target.value)}
            />
          )}
        </Field>
      )}
    </AnswerForm>
  )
}
