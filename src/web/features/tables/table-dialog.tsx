import { type FormEvent, useState } from 'react'
import { TABLE_NAME } from '../../../core/tables.ts'
import { api } from '../../app/api.ts'
import { readForm } from '../../app/read-form.ts'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { NameField } from '../../ui/inputs/name-field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { type FlowTable, useTableChange } from './table-data.ts'
import { readColumns, readUnique, writeColumns, writeUnique } from './table-form.ts'
import { useTablesText } from './tables-text.ts'

interface TableDialogProps {
  /** The table that is changed; null: a new one. */
  table: FlowTable | null
  taken: readonly string[]
  onClose: () => void
}

/** Asks for all that is to be known of a table. */
export function TableDialog({ table, taken, onClose }: TableDialogProps) {
  const { form: text, saved } = useTablesText()
  const [wrong, setWrong] = useState<{ name?: string; columns?: string }>({})
  const change = useTableChange(onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    const name = table?.name ?? read('name')
    const parsed = readColumns(read('columns'))
    const nameWrong = TABLE_NAME.test(name)
      ? !table && taken.includes(name)
        ? text.nameTaken
        : null
      : text.nameWrong
    if (nameWrong) return setWrong({ name: nameWrong })
    if ('wrong' in parsed) return setWrong({ columns: text.columnWrong(parsed.wrong) })
    if (parsed.columns.length === 0) return setWrong({ columns: text.columnsMissing })
    const shape = { columns: parsed.columns, unique: readUnique(read('unique')) }
    const input = { name, description: read('description') || null, ...shape }
    change.mutate({ act: () => api.tables.set(input), done: saved(name) })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={table ? text.changeTitle(table.name) : text.createTitle}
      description={text.body}
    >
      <form onSubmit={submit} onChange={() => setWrong({})} noValidate className="space-y-4">
        <NameField
          label={text.name}
          hint={text.nameHint}
          error={wrong.name}
          value={table?.name ?? ''}
          isFixed={table !== null}
        />
        <Field label={text.columns} hint={text.columnsHint} error={wrong.columns}>
          {(control) => (
            <TextArea
              {...control}
              name="columns"
              spellCheck={false}
              className="font-mono text-sm"
              defaultValue={writeColumns(table?.columns ?? [])}
            />
          )}
        </Field>
        <Field label={text.unique} hint={text.uniqueHint}>
          {(control) => (
            <TextArea
              {...control}
              name="unique"
              spellCheck={false}
              className="min-h-16 font-mono text-sm"
              defaultValue={writeUnique(table?.unique ?? [])}
            />
          )}
        </Field>
        <Field label={text.description}>
          {(control) => (
            <Input {...control} name="description" maxLength={500} defaultValue={table?.description ?? ''} />
          )}
        </Field>
        <FormActions action={text.action} busy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
