import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Mail, Plus } from 'lucide-react'
import { useState } from 'react'
import { type api, queries } from '../../app/api.ts'
import { sessionQuery } from '../../app/session.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { MenuItem, MenuSeparator, MoreMenu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { AddPersonDialog } from './add-person-dialog.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { usePeopleText } from './people-text.ts'

type User = Awaited<ReturnType<typeof api.users.list>>[number]

function PersonRow({ user, isSelf }: { user: User; isSelf: boolean }) {
  const text = usePeopleText()
  const { users: words } = useText()
  const dates = useDates()
  const client = useQueryClient()
  const notify = useNotify()
  const { mutate } = useMutation(
    queries.users.update.mutationOptions({
      onError: notify.failed,
      onSuccess() {
        notify.done(text.changed)
        return client.invalidateQueries({ queryKey: queries.users.key() })
      },
    }),
  )
  const { id, role, plan, suspended } = user
  const otherRole = role === 'admin' ? 'user' : 'admin'
  const otherPlan = plan === 'pro' ? 'free' : 'pro'
  return (
    <tr>
      <Cell className="max-w-56">
        <p className="truncate font-medium">{user.name}</p>
        <p className="truncate text-[0.8125rem] text-ink-soft">{user.email}</p>
      </Cell>
      <Cell className="hidden sm:table-cell">{words.roles[role]}</Cell>
      <Cell>
        <Badge tone={plan === 'pro' ? 'good' : 'neutral'}>{words.plans[plan]}</Badge>
        {suspended && <Badge tone="bad">{text.suspended}</Badge>}
      </Cell>
      <Cell className="hidden tabular-nums md:table-cell">{user.clients}</Cell>
      <Cell className="hidden text-ink-soft md:table-cell">{dates.date(user.createdAt)}</Cell>
      <Cell className="text-end">
        <MoreMenu label={text.actionsFor(user.name)}>
          <MenuItem onSelect={() => mutate({ id, plan: otherPlan })}>
            {text.givePlan(words.plans[otherPlan])}
          </MenuItem>
          <MenuItem disabled={isSelf} onSelect={() => mutate({ id, role: otherRole })}>
            {text.giveRole(words.roles[otherRole])}
          </MenuItem>
          <MenuSeparator />
          <MenuItem tone="danger" disabled={isSelf} onSelect={() => mutate({ id, suspended: !suspended })}>
            {suspended ? text.letIn : text.suspend}
          </MenuItem>
        </MoreMenu>
      </Cell>
    </tr>
  )
}

/** Who has an account here; only administrators get to see it. */
export function PeoplePage() {
  const text = usePeopleText()
  const [open, setOpen] = useState<'add' | 'invite' | null>(null)
  const close = () => setOpen(null)
  const { data: present } = useSuspenseQuery(sessionQuery)
  const users = useQuery(queries.users.list.queryOptions({ input: {} }))
  const columns = [
    { name: text.columns.person },
    { name: text.columns.role, className: 'hidden sm:table-cell' },
    { name: text.columns.plan },
    { name: text.columns.clients, className: 'hidden md:table-cell' },
    { name: text.columns.since, className: 'hidden md:table-cell' },
    { name: <span className="sr-only">{text.columns.actions}</span> },
  ]
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        users.isSuccess && (
          <>
            <Button variant="secondary" onClick={() => setOpen('add')}>
              <Plus aria-hidden />
              {text.add}
            </Button>
            <Button onClick={() => setOpen('invite')}>
              <Mail aria-hidden />
              {text.invite}
            </Button>
          </>
        )
      }
    >
      <Card>
        {users.isPending && <LoadingRows rows={3} />}
        {users.isError && <ErrorState error={users.error} onRetry={() => void users.refetch()} />}
        {users.data && (
          <Table label={text.title} columns={columns}>
            {users.data.map((user) => (
              <PersonRow key={user.id} user={user} isSelf={user.id === present?.user.id} />
            ))}
          </Table>
        )}
      </Card>
      {users.isSuccess && <InvitationsCard />}
      {open === 'add' && <AddPersonDialog onClose={close} />}
      {open === 'invite' && <InviteDialog onClose={close} />}
    </Page>
  )
}
