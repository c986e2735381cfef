import { Link, useNavigate } from '@tanstack/react-router'
import { ChartColumn, Copy, Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { downloadJson } from '../../app/download.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { MenuItem, MenuSeparator, MoreMenu } from '../../ui/menu.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { Cell } from '../../ui/table.tsx'
import { type Flow, readProblems, useFlowActions } from './flow-data.ts'
import { ProblemsDialog } from './problems-dialog.tsx'

interface ClientName {
  id: string
  name: string | null
}

interface FlowRowProps {
  flow: Flow
  /** What the list calls it, told apart from others of its name. */
  name: string
  clients: readonly ClientName[]
}

/** Saves the flow in exchange format as a file. */
async function downloadFlow({ id, name }: Flow): Promise<void> {
  downloadJson(name, await api.flows.export({ id }))
}

export function FlowRow({ flow, name, clients }: FlowRowProps) {
  const { flows: text } = useText()
  const dates = useDates()
  const notify = useNotify()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { publish, unpublish, duplicate, update, remove } = useFlowActions(flow)
  const { id, description, isActive, clientId, updatedAt } = flow
  const problems = publish.isError ? readProblems(publish.error) : []
  const badge = (
    <Badge tone={isActive ? 'good' : 'neutral'} dot="still">
      {isActive ? text.published : text.draft}
    </Badge>
  )
  return (
    <tr>
      <Cell>
        <Link
          to="/flows/$flowId/edit"
          params={{ flowId: id }}
          className="rounded font-medium break-words hover:text-accent hover:underline"
        >
          {name}
        </Link>
        <div className="mt-1 sm:hidden">{badge}</div>
        {description && (
          <p className="hidden text-[0.8125rem] sm:line-clamp-2 text-ink-soft">{description}</p>
        )}
      </Cell>
      <Cell className="hidden md:table-cell">
        <Select
          aria-label={`${text.client}: ${name}`}
          value={clientId ?? ''}
          disabled={isActive || update.isPending}
          onChange={(event) => update.mutate({ id, clientId: event.target.value || null })}
          className="h-9 w-44 text-sm"
        >
          <option value="">{text.noClient}</option>
          {clients.map((client) => (
            <option key={client.id} value={client.id}>
              {client.name}
            </option>
          ))}
        </Select>
      </Cell>
      <Cell className="hidden sm:table-cell">{badge}</Cell>
      <Cell className="hidden text-ink-soft lg:table-cell">
        <time dateTime={updatedAt}>{dates.ago(updatedAt)}</time>
      </Cell>
      <Cell>
        <div className="flex justify-end gap-2">
          <Button
            right="build"
            size="small"
            variant="secondary"
            aria-label={`${isActive ? text.unpublish : text.publish}: ${name}`}
            busy={publish.isPending || unpublish.isPending}
            onClick={() => (isActive ? unpublish : publish).mutate({ id })}
          >
            {isActive ? text.unpublish : text.publish}
          </Button>
          <MoreMenu label={text.more(name)} className="size-8">
            <MenuItem
              onSelect={() => void navigate({ to: '/flows/$flowId/results', params: { flowId: id } })}
            >
              <ChartColumn aria-hidden />
              {text.results}
            </MenuItem>
            <MenuItem onSelect={() => void downloadFlow(flow).catch(notify.failed)}>
              <Download aria-hidden />
              {text.export}
            </MenuItem>
            <MenuItem right="build" onSelect={() => duplicate.mutate()}>
              <Copy aria-hidden />
              {text.duplicate}
            </MenuItem>
            <MenuSeparator />
            <MenuItem right="build" tone="danger" onSelect={() => setAsking(true)}>
              <Trash2 aria-hidden />
              {text.delete}
            </MenuItem>
          </MoreMenu>
        </div>
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={text.deleteTitle(name)}
          description={text.deleteBody}
          action={text.delete}
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ id })}
        />
        <ProblemsDialog name={name} problems={problems} onClose={() => publish.reset()} />
      </Cell>
    </tr>
  )
}
