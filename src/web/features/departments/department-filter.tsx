import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queries } from '../../app/api.ts'
import { Select } from '../../ui/field.tsx'
import { useDepartmentsText } from './departments-text.ts'

interface DepartmentFilterProps {
  department: string | undefined
  onDepartment: (department: string | undefined) => void
}

/** Only conversations of one department; not there while there are none. */
export function DepartmentFilter({ department, onDepartment }: DepartmentFilterProps) {
  const { filter: text } = useDepartmentsText()
  const { data } = useQuery(queries.departments.list.queryOptions({ input: {} }))
  const departments = data ?? []
  const isGone = department !== undefined && data !== undefined && !data.some(({ id }) => id === department)
  useEffect(() => {
    if (isGone) onDepartment(undefined)
  })
  if (departments.length === 0 && department === undefined) return null
  return (
    <Select
      aria-label={text.label}
      value={department ?? ''}
      onChange={({ target }) => onDepartment(target.value || undefined)}
    >
      <option value="">{text.any}</option>
      {departments.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
