import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import type { FormField } from '../../model/form-fields.ts'
import { followRecord, type Pair, toRecord } from '../../model/pairs.ts'
import { useFieldText } from '../field-text.ts'
import { useFieldError, useNodeForm } from '../node-form.tsx'
import { TemplateInput } from './template-input.tsx'

interface PairsFieldProps {
  field: FormField
  value: unknown
  path: string
  onChange: (value: unknown, field: string) => void
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/** Names with values. Rows without a name yet live here only; the others are the record, also after undo. */
export function PairsField({ field, value, path, onChange }: PairsFieldProps) {
  const { panel } = useEditorText()
  const { type } = useNodeForm()
  const { label } = useFieldText()
  const error = useFieldError(path)
  const [typed, setTyped] = useState<readonly Pair[]>([])
  const rows = followRecord(typed, value)
  const set = (next: readonly Pair[]) => {
    setTyped(next)
    const record = toRecord(next)
    onChange(Object.keys(record).length > 0 || field.isRequired ? record : undefined, path)
  }
  const name = label(type, path, field.key)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{name}</legend>
      <ul className="space-y-2">
        {rows.map(([key, item], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is being renamed while it is typed in
          <li key={index} className="flex items-start gap-1.5">
            <Input
              aria-label={`${name} ${index + 1}: ${panel.pairName}`}
              placeholder={panel.pairName}
              className="h-9 w-2/5 text-sm"
              value={key}
              onChange={(event) => set(rows.with(index, [event.target.value, item]))}
            />
            <div className="min-w-0 flex-1">
              <TemplateInput
                aria-label={`${name} ${index + 1}: ${panel.pairValue}`}
                value={textOf(item)}
                onChange={(next) => set(rows.with(index, [key, next]))}
              />
            </div>
            <Button
              variant="quiet"
              size="icon"
              className="size-9"
              aria-label={panel.removeItem(`${name} ${index + 1}`)}
              onClick={() => set(rows.toSpliced(index, 1))}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {error && <p className="mt-1.5 text-[0.8125rem] text-bad">{error}</p>}
      <Button size="small" variant="secondary" className="mt-2" onClick={() => setTyped([...rows, ['', '']])}>
        <Plus aria-hidden />
        {panel.addItem(name)}
      </Button>
    </fieldset>
  )
}
