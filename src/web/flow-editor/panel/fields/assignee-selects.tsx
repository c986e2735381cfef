import { useQuery } from '@tanstack/react-query'
import { hasRight } from '../../../../contract/scopes.ts'
import { queries } from '../../../app/api.ts'
import { Select } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import type { ControlProps } from '../field-text.ts'

interface SelectProps {
  control: ControlProps
  value: string
  onChange: (value: string) => void
}

interface Named {
  id: string
  name: string
}

function NamedSelect({ control, value, onChange, choices }: SelectProps & { choices: readonly Named[] }) {
  const { panel } = useEditorText()
  return (
    <Select
      {...control}
      className="h-9 text-sm"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{panel.choose}</option>
      {value !== '' && !choices.some(({ id }) => id === value) && <option value={value}>{value}</option>}
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** A department of the workspace. */
export function DepartmentSelect(props: SelectProps) {
  const departments = useQuery(queries.departments.list.queryOptions({ input: {} }))
  return <NamedSelect {...props} choices={departments.data ?? []} />
}

/** Somebody of the workspace who may write to contacts. */
export function MemberSelect(props: SelectProps) {
  const members = useQuery(queries.workspaces.members.list.queryOptions({ input: {} }))
  const people = members.data?.filter(({ role }) => hasRight(role, 'talk')) ?? []
  return <NamedSelect {...props} choices={people.map(({ userId, name }) => ({ id: userId, name }))} />
}
