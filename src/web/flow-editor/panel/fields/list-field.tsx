import type { ReactNode } from 'react'
import type { FormField } from '../../model/form-fields.ts'
import { type Entry, EntryList } from './entry-list.tsx'

/** Some fields of a record and what it holds. */
export interface FormFieldsProps {
  fields: readonly FormField[]
  data: Readonly<Record<string, unknown>>
  /** Where this data stands in that of the node; empty at the top. */
  path: string
  onChange: (data: Record<string, unknown>, field: string) => void
}

interface ListFieldProps {
  field: FormField
  value: unknown
  path: string
  onChange: (value: unknown, field: string) => void
  renderFields: (props: FormFieldsProps) => ReactNode
}

const titleArm = ({ id }: Entry): string => String(id).toUpperCase()

/** A list whose entries have fields of their own, such as the options of a menu. */
export function ListField({ field, value, path, onChange, renderFields }: ListFieldProps) {
  if (field.kind !== 'list') return null
  return (
    <EntryList
      name={field.key}
      value={value}
      path={path}
      onChange={(next, where) => onChange(next.length === 0 && !field.isRequired ? undefined : next, where)}
      {...(field.key === 'arms' && { titleOf: titleArm })}
      renderEntry={(own) =>
        renderFields({ fields: field.fields, data: own.entry, path: own.path, onChange: own.onChange })
      }
    />
  )
}
