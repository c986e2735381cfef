import { useState } from 'react'
import { Field, Select } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import { parseJsonOrText } from '../json-or-text.ts'
import { AnswerForm, type AnswerProps } from './answer-form.tsx'
import { BodyField } from './body-field.tsx'

const OUTCOMES = ['ok', 'empty', 'taken', 'short'] as const

/** What comes of a call of a table: nothing is changed from here, the person makes it up, once or for good. */
export function TableCard(asked: AnswerProps) {
  const { simulator: text, nodes } = useEditorText()
  const [outcome, setOutcome] = useState<string>('ok')
  const [rows, setRows] = useState('[{}]')
  const read = () => {
    const parsed = parseJsonOrText(rows)
    return { value: { outcome, rows: outcome === 'ok' && Array.isArray(parsed) ? parsed : [] } }
  }
  return (
    <AnswerForm title={text.tableTitle} {...asked} read={read} failure="TABLE_MISSING">
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
      {outcome === 'ok' && <BodyField label={text.tableRows} value={rows} onChange={setRows} />}
    </AnswerForm>
  )
}
