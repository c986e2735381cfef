import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { MenuItem, MoreMenu } from '../../ui/menu.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { type Department, useDepartmentChange, useDepartments } from './department-data.ts'
import { DepartmentDialog } from './department-dialog.tsx'
import { useDepartmentsText } from './departments-text.ts'

function RemoveDialog({ department, onClose }: { department: Department; onClose: () => void }) {
  const text = useDepartmentsText()
  const change = useDepartmentChange(onClose)
  const { id, name } = department
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={text.removeTitle(name)}
      description={text.removeBody}
      action={text.remove}
      busy={change.isPending}
      onConfirm={() => change.mutate({ act: () => api.departments.delete({ id }), done: text.removed(name) })}
    />
  )
}

function DepartmentRow({ department, onChange }: { department: Department; onChange: () => void }) {
  const text = useDepartmentsText()
  const mayManage = useMay()('manage')
  const [isRemoving, setRemoving] = useState(false)
  const { name, rule, hours, members } = department
  const people = members.map((one) => (one.isAway ? text.awayOf(one.name) : one.name)).join(', ')
  return (
    <tr>
      <Cell className="max-w-40 truncate font-medium">{name}</Cell>
      <Cell>
        <p>{text.rules[rule]}</p>
        {hours && <p className="text-[0.8125rem] text-ink-soft">{text.withHours}</p>}
      </Cell>
      <Cell className="hidden max-w-96 text-ink-soft sm:table-cell">{people || text.nobody}</Cell>
      <Cell className="text-end">
        {mayManage && (
          <MoreMenu label={text.actionsFor(name)}>
            <MenuItem onSelect={onChange}>{text.change}</MenuItem>
            <MenuItem tone="danger" onSelect={() => setRemoving(true)}>
              {text.remove}
            </MenuItem>
          </MoreMenu>
        )}
        {isRemoving && <RemoveDialog department={department} onClose={() => setRemoving(false)} />}
      </Cell>
    </tr>
  )
}

/** Who gets what is handed over to a person. */
export function DepartmentsCard() {
  const text = useDepartmentsText()
  const departments = useDepartments()
  /** The department that is changed; null: a new one. */
  const [edited, setEdited] = useState<Department | null>()
  const rows = departments.data ?? []
  const columns = [
    { name: text.columns.name },
    { name: text.columns.rule },
    { name: text.columns.members, className: 'hidden sm:table-cell' },
    { name: <span className="sr-only">{text.columns.actions}</span> },
  ]
  return (
    <SectionCard
      title={text.title}
      description={text.body}
      action={
        <Button right="manage" variant="secondary" onClick={() => setEdited(null)}>
          <Plus aria-hidden />
          {text.add}
        </Button>
      }
    >
      {departments.isPending && <LoadingRows rows={1} />}
      {departments.isError && (
        <ErrorState error={departments.error} onRetry={() => void departments.refetch()} />
      )}
      {departments.isSuccess && rows.length === 0 && <p className="text-sm text-ink-soft">{text.empty}</p>}
      {rows.length > 0 && (
        <Table label={text.title} columns={columns}>
          {rows.map((department) => (
            <DepartmentRow
              key={department.id}
              department={department}
              onChange={() => setEdited(department)}
            />
          ))}
        </Table>
      )}
      {edited !== undefined && (
        <DepartmentDialog
          department={edited}
          others={rows.filter((one) => one !== edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </SectionCard>
  )
}
