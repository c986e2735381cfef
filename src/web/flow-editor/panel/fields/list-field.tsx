import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useEditorText } from '../../editor-text.ts'
import { type FormField, newItem } from '../../model/form-fields.ts'
import { useFieldText } from '../field-text.ts'
import { ItemButtons, moveItem } from '../item-buttons.tsx'
import { useFieldError, useNodeForm } from '../node-form.tsx'

type Item = Record<string, unknown>

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

/** A list whose entries have fields of their own, such as the options of a menu. */
export function ListField({ field, value, path, onChange, renderFields }: ListFieldProps) {
  const { panel } = useEditorText()
  const { type } = useNodeForm()
  const { label } = useFieldText()
  const error = useFieldError(path)
  if (field.kind !== 'list') return null
  const items = (Array.isArray(value) ? value : []) as Item[]
  const name = label(type, path, field.key)
  const set = (next: Item[], where = path) =>
    onChange(next.length === 0 && !field.isRequired ? undefined : next, where)
  const titleOf = (item: Item, index: number): string =>
    field.key === 'arms' ? String(item.id).toUpperCase() : String(index + 1)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{name}</legend>
      <ol className="space-y-2">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own; order is their identity
          <li key={index} className="rounded-xl border border-line p-3">
            <div className="mb-2 flex items-center justify-between">
              <span className="text-xs font-medium text-ink-soft">{titleOf(item, index)}</span>
              <ItemButtons
                label={`${name} ${titleOf(item, index)}`}
                index={index}
                count={items.length}
                onMove={(to) => set(moveItem(items, index, to))}
                onRemove={() => set(items.toSpliced(index, 1))}
              />
            </div>
            {renderFields({
              fields: field.fields,
              data: item,
              path: `${path}.${index}`,
              onChange: (next, where) => set(items.with(index, next), where),
            })}
          </li>
        ))}
      </ol>
      {error && <p className="mt-1.5 text-[0.8125rem] text-bad">{error}</p>}
      <Button
        size="small"
        variant="secondary"
        className="mt-2"
        onClick={() => set([...items, newItem(type, path, items)])}
      >
        <Plus aria-hidden />
        {panel.addItem(name)}
      </Button>
    </fieldset>
  )
}
