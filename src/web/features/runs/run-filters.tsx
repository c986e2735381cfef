import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queries } from '../../app/api.ts'
import { Input, Select } from '../../ui/field.tsx'
import { buildDistinctNames } from '../flows/flow-names.ts'
import type { RunError, RunState } from './run-data.ts'
import { useRunWords } from './run-words.ts'
import { useRunsText } from './runs-text.ts'

export interface RunFilter {
  flowId?: string
  clientId?: string
  contact?: string
  state?: RunState
  error?: RunError
  isTest?: boolean
}

interface RunFiltersProps {
  filter: RunFilter
  onChange: (filter: RunFilter) => void
}

const TYPING_MS = 250

interface ChoiceProps {
  label: string
  all: string
  value: string | undefined
  options: readonly (readonly [value: string, name: string | null])[]
  onChange: (value: string) => void
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      className="w-auto max-w-44"
    >
      <option value="">{all}</option>
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** What is typed is asked for once the person pauses. */
function ContactSearch({ onChange }: { onChange: (typed: string) => void }) {
  const text = useRunsText()
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => onChange(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  return (
    <Input
      type="search"
      aria-label={text.contactFilter}
      placeholder={text.contactFilter}
      value={typed ?? ''}
      onChange={(event) => setTyped(event.target.value)}
      className="w-full sm:w-56"
    />
  )
}

/** Narrows the list of runs. */
export function RunFilters({ filter, onChange }: RunFiltersProps) {
  const text = useRunsText()
  const words = useRunWords()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const flows = useQuery(queries.flows.list.queryOptions({ input: {} }))
  const change = (name: keyof RunFilter, value: string | boolean) => {
    const { [name]: _, ...rest } = filter
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  const names = (rows: readonly { id: string; name: string | null }[] = []) =>
    rows.map(({ id, name }) => [id, name] as const)
  const kind = filter.isTest === undefined ? undefined : String(filter.isTest)
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <ContactSearch onChange={(typed) => change('contact', typed)} />
      <Choice
        label={text.flowFilter}
        all={text.allFlows}
        value={filter.flowId}
        options={[...buildDistinctNames(flows.data ?? [])]}
        onChange={(value) => change('flowId', value)}
      />
      <Choice
        label={text.clientFilter}
        all={text.allClients}
        value={filter.clientId}
        options={names(clients.data)}
        onChange={(value) => change('clientId', value)}
      />
      <Choice
        label={text.stateFilter}
        all={text.allStates}
        value={filter.state}
        options={Object.entries(text.states)}
        onChange={(value) => change('state', value)}
      />
      <Choice
        label={text.errorFilter}
        all={text.anyError}
        value={filter.error}
        options={Object.entries(words.runErrors)}
        onChange={(value) => change('error', value)}
      />
      <Choice
        label={text.kindFilter}
        all={text.allKinds}
        value={kind}
        options={[
          ['false', text.kinds.published],
          ['true', text.kinds.tests],
        ]}
        onChange={(value) => change('isTest', value === '' ? '' : value === 'true')}
      />
    </div>
  )
}
