import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useEditorText } from '../../editor-text.ts'
import { newItem } from '../../model/form-fields.ts'
import { useFieldText } from '../field-text.ts'
import { ItemButtons, moveItem } from '../item-buttons.tsx'
import { useFieldError, useNodeForm } from '../node-form.tsx'

export type Entry = Record<string, unknown>

interface EntryListProps {
  /** The field's name in the node's data. */
  name: string
  value: unknown
  path: string
  onChange: (entries: Entry[], field: string) => void
  /** Default: its number. */
  titleOf?: (entry: Entry, index: number) => string
  /** What stays the same when it is moved. Default: its number, for entries whose fields can all be changed. */
  keyOf?: (entry: Entry) => string
  renderEntry: (props: EntryProps) => ReactNode
}

export interface EntryProps {
  entry: Entry
  path: string
  /** For those who do not see where it stands. */
  label: string
  onChange: (next: Entry, field: string) => void
}

/** Entries of a list in their order: each can be moved and taken away, and new ones come last. */
export function EntryList({ name, value, path, onChange, titleOf, keyOf, renderEntry }: EntryListProps) {
  const { panel } = useEditorText()
  const { type } = useNodeForm()
  const { label } = useFieldText()
  const error = useFieldError(path)
  const entries = (Array.isArray(value) ? value : []) as Entry[]
  const title = label(type, path, name)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      <ol className="space-y-2">
        {entries.map((entry, index) => {
          const own = titleOf?.(entry, index) ?? String(index + 1)
          return (
            <li key={keyOf?.(entry) ?? index} className="rounded-xl border border-line p-3">
              <div className="mb-2 flex items-center justify-between">
                <span className="text-xs font-medium text-ink-soft">{own}</span>
                <ItemButtons
                  label={`${title} ${own}`}
                  index={index}
                  count={entries.length}
                  onMove={(to) => onChange(moveItem(entries, index, to), path)}
                  onRemove={() => onChange(entries.toSpliced(index, 1), path)}
                />
              </div>
              {renderEntry({
                entry,
                path: `${path}.${index}`,
                label: `${title} ${own}`,
                onChange: (next, field) => onChange(entries.with(index, next), field),
              })}
            </li>
          )
        })}
      </ol>
      {error && <p className="mt-1.5 text-[0.8125rem] text-bad">{error}</p>}
      <Button
        size="small"
        variant="secondary"
        className="mt-2"
        onClick={() => onChange([...entries, newItem(type, path, entries)], path)}
      >
        <Plus aria-hidden />
        {panel.addItem(title)}
      </Button>
    </fieldset>
  )
}
