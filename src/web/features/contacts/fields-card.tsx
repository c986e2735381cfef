import { Ellipsis, Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { type ContactField, useContactFields, useFieldChange } from './contact-data.ts'
import { useContactsText } from './contacts-text.ts'
import { FieldDialog } from './field-dialog.tsx'

type Opened = { action: 'create' } | { action: 'change' | 'remove'; field: ContactField }

function RemoveFieldDialog({ field, onClose }: { field: ContactField; onClose: () => void }) {
  const text = useContactsText()
  const change = useFieldChange(onClose)
  const { name, label } = field
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={text.removeTitle(label)}
      description={text.removeBody}
      action={text.remove}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate({ act: () => api.contacts.fields.delete({ name }), done: text.removed(label) })
      }
    />
  )
}

function FieldRow({ field, onOpen }: { field: ContactField; onOpen: (action: 'change' | 'remove') => void }) {
  const text = useContactsText()
  return (
    <tr>
      <Cell>
        <p className="font-medium break-words">{field.label}</p>
        <p className="font-mono text-xs break-all text-ink-soft">{field.name}</p>
      </Cell>
      <Cell>
        <p>{text.types[field.type]}</p>
        {field.choices.length > 0 && (
          <p className="text-xs break-words text-ink-soft">{field.choices.join(', ')}</p>
        )}
      </Cell>
      <Cell className="hidden break-words text-ink-soft md:table-cell">{field.description}</Cell>
      <Cell className="text-end">
        <Menu
          trigger={
            <Button variant="quiet" size="icon" aria-label={text.actionsFor(field.label)}>
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          <MenuItem right="build" onSelect={() => onOpen('change')}>
            <Pencil aria-hidden />
            {text.change}
          </MenuItem>
          <MenuSeparator />
          <MenuItem right="build" tone="danger" onSelect={() => onOpen('remove')}>
            <Trash2 aria-hidden />
            {text.remove}
          </MenuItem>
        </Menu>
      </Cell>
    </tr>
  )
}

/** The fields of contacts: what they are called and what they hold. */
export function FieldsCard() {
  const text = useContactsText()
  const fields = useContactFields()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const create = (
    <Button right="build" onClick={() => setOpened({ action: 'create' })}>
      <Plus aria-hidden />
      {text.create}
    </Button>
  )
  const rows = fields.data ?? []
  const columns = [
    { name: text.columns.field },
    { name: text.columns.type },
    { name: text.columns.description, className: 'hidden md:table-cell' },
    { name: <span className="sr-only">{text.columns.actions}</span> },
  ]
  return (
    <>
      {rows.length > 0 && <div className="mb-4 flex justify-end">{create}</div>}
      <Card>
        {fields.isPending && <LoadingRows rows={3} />}
        {fields.isError && <ErrorState error={fields.error} onRetry={() => void fields.refetch()} />}
        {fields.isSuccess && rows.length === 0 && (
          <EmptyState icon={Tags} title={text.noFields} action={create}>
            {text.noFieldsBody}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table label={text.fields} columns={columns}>
            {rows.map((field) => (
              <FieldRow key={field.name} field={field} onOpen={(action) => setOpened({ action, field })} />
            ))}
          </Table>
        )}
      </Card>
      {opened?.action === 'remove' && <RemoveFieldDialog field={opened.field} onClose={close} />}
      {opened && opened.action !== 'remove' && (
        <FieldDialog
          field={opened.action === 'change' ? opened.field : null}
          taken={rows.map(({ name }) => name)}
          onClose={close}
        />
      )}
    </>
  )
}
