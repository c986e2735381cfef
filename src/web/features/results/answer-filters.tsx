import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queries } from '../../app/api.ts'
import { DayField } from '../../ui/days/day-field.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { useRunsText } from '../runs/runs-text.ts'
import { type AnswerColumn, type AnswerFilter, type ColumnOp, UNARY } from './answer-filter.ts'
import { useResultsText } from './results-text.ts'

interface FiltersProps {
  flowId: string
  columns: readonly AnswerColumn[]
  filter: AnswerFilter
  onChange: (filter: AnswerFilter) => void
}

interface ChoiceProps {
  label: string
  all?: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="w-auto max-w-48"
    >
      {all !== undefined && <option value="">{all}</option>}
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function ValueFilter({ columns, filter, onChange }: Omit<FiltersProps, 'flowId'>): ReactNode {
  const { filters: text } = useResultsText()
  const { column, op = 'eq', value = '' } = filter
  return (
    <>
      <Choice
        label={text.column}
        all={text.anyColumn}
        value={column ?? ''}
        options={columns.map(({ id, label }) => [id, label] as const)}
        onChange={(id) => {
          const { column: _column, op: _op, value: _value, ...rest } = filter
          onChange(id === '' ? rest : { ...filter, column: id })
        }}
      />
      {column !== undefined && (
        <Choice
          label={text.op}
          value={op}
          options={Object.entries(text.ops)}
          onChange={(chosen) => onChange({ ...filter, op: chosen as ColumnOp })}
        />
      )}
      {column !== undefined && !UNARY.has(op) && (
        <Input
          aria-label={text.value}
          placeholder={text.value}
          value={value}
          onChange={(event) => onChange({ ...filter, value: event.target.value })}
          className="w-40"
        />
      )}
    </>
  )
}

/** Narrows the table of answers. */
export function AnswerFilters({ flowId, columns, filter, onChange }: FiltersProps) {
  const { filters: text, answers } = useResultsText()
  const runs = useRunsText()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const versions = useQuery(queries.flows.versions.queryOptions({ input: { id: flowId, limit: 100 } }))
  const change = (name: keyof AnswerFilter, value: string | number | boolean) => {
    const { [name]: _, ...rest } = filter
    onChange(value === '' || value === false ? rest : { ...rest, [name]: value })
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <DayField label={text.from} value={filter.fromDay ?? ''} onChange={(day) => change('fromDay', day)} />
      <DayField label={text.to} value={filter.toDay ?? ''} onChange={(day) => change('toDay', day)} />
      <Choice
        label={text.client}
        all={text.allClients}
        value={filter.clientId ?? ''}
        options={(clients.data ?? []).map(({ id, name, phoneNumber }) => [id, name ?? phoneNumber ?? id])}
        onChange={(value) => change('clientId', value)}
      />
      <Choice
        label={text.state}
        all={text.allStates}
        value={filter.state ?? ''}
        options={Object.entries(runs.states)}
        onChange={(value) => change('state', value)}
      />
      <Choice
        label={text.result}
        all={text.anyResult}
        value={filter.result ?? ''}
        options={Object.entries(text.results)}
        onChange={(value) => change('result', value)}
      />
      <Choice
        label={text.version}
        all={text.allVersions}
        value={String(filter.version ?? '')}
        options={(versions.data?.versions ?? []).map(({ number }) => [
          String(number),
          answers.versionOf(number),
        ])}
        onChange={(value) => change('version', value === '' ? '' : Number(value))}
      />
      <ValueFilter columns={columns} filter={filter} onChange={onChange} />
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={filter.tests ?? false}
          onChange={(event) => change('tests', event.target.checked)}
        />
        {text.tests}
      </label>
    </div>
  )
}
