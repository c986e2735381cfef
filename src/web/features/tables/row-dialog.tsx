import type { FormEvent } from 'react'
import { api } from '../../app/api.ts'
import { readForm } from '../../app/read-form.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { type Column, type FlowTable, type Row, useTableChange, type Values } from './table-data.ts'
import { useTablesText } from './tables-text.ts'

interface RowDialogProps {
  table: FlowTable
  /** The row that is changed; null: a new one. */
  row: Row | null
  onClose: () => void
}

function ColumnField({ column, value }: { column: Column; value: unknown }) {
  const text = useTablesText()
  const { name, type, choices = [], isRequired } = column
  const present = value === undefined || value === null ? '' : String(value)
  const options = type === 'boolean' ? ['true', 'false'] : choices
  return (
    <Field label={isRequired ? `${name} *` : name}>
      {(control) =>
        type === 'choice' || type === 'boolean' ? (
          <Select {...control} name={name} defaultValue={present}>
            <option value="">{text.noValue}</option>
            {options.map((option) => (
              <option key={option} value={option}>
                {type === 'boolean' ? (option === 'true' ? text.yes : text.no) : option}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            {...control}
            name={name}
            type={type === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(present) ? 'date' : 'text'}
            inputMode={type === 'number' ? 'decimal' : undefined}
            defaultValue={present}
          />
        )
      }
    </Field>
  )
}

/** Asks for the values of a row. */
export function RowDialog({ table, row, onClose }: RowDialogProps) {
  const text = useTablesText()
  const change = useTableChange(onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    const values: Values = Object.fromEntries(table.columns.map(({ name }) => [name, read(name) || null]))
    const act = () =>
      row
        ? api.tables.rows.update({ table: table.name, id: row.id, values })
        : api.tables.rows.add({ table: table.name, rows: [values] })
    change.mutate({ act, done: text.rowSaved })
  }
  return (
    <Dialog open onOpenChange={onClose} title={row ? text.changeRow : text.newRow} description={table.name}>
      <form onSubmit={submit} noValidate className="space-y-4">
        {table.columns.map((column) => (
          <ColumnField key={column.name} column={column} value={row?.[column.name]} />
        ))}
        <FormActions action={text.saveRow} busy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
