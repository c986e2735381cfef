import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasRight, type WorkspaceRole } from '../../../contract/scopes.ts'
import { queries } from '../../app/api.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { MenuItem, MenuSeparator, MoreMenu } from '../../ui/menu.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { Cell } from '../../ui/table.tsx'
import { AwayItem } from '../departments/away-item.tsx'
import { useDepartmentsText } from '../departments/departments-text.ts'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import type { Member } from './role-fields.tsx'
import { useTeamText } from './team-text.ts'

type Asked = 'role' | 'remove' | 'leave' | 'hand'

/** The numbers of an agent by their names, or that they are all. */
function useNumbers(clientIds: readonly string[] | null): string {
  const text = useTeamText()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  if (clientIds === null) return text.allNumbers
  const names = new Map(clients.data?.map(({ id, name }) => [id, name ?? id]))
  return clientIds.map((id) => names.get(id) ?? text.deletedNumber).join(', ')
}

interface AskedDialogProps {
  member: Member
  asked: Exclude<Asked, 'role'>
  onClose: () => void
}

/** Asks before somebody is taken out, leaves, or gets the workspace. */
function AskedDialog({ member, asked, onClose }: AskedDialogProps) {
  const text = useTeamText()
  const client = useQueryClient()
  const notify = useNotify()
  // Loaded anew where the person's own rights change, so that nothing of before stays in the page.
  const reload = () => location.assign('/')
  const done = async () => {
    await client.invalidateQueries({ queryKey: queries.workspaces.key() })
    notify.done(text.changed)
    onClose()
  }
  const onError = notify.failed
  const remove = useMutation(queries.workspaces.members.remove.mutationOptions({ onError, onSuccess: done }))
  const leave = useMutation(queries.workspaces.members.leave.mutationOptions({ onError, onSuccess: reload }))
  const hand = useMutation(queries.workspaces.members.update.mutationOptions({ onError, onSuccess: done }))
  const { userId, name } = member
  const run = {
    remove: () => remove.mutate({ userId }),
    leave: () => leave.mutate({}),
    hand: () => hand.mutate({ userId, role: 'owner' }),
  }
  const { title, body, action } = text.questions[asked]
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title(name)}
      description={body}
      action={action}
      busy={remove.isPending || leave.isPending || hand.isPending}
      onConfirm={run[asked]}
    />
  )
}

interface MemberRowProps {
  member: Member
  isSelf: boolean
  /** What the person who looks is. */
  ownRole: WorkspaceRole | undefined
}

/** What somebody is, and that they are away. */
function MemberBadges({ member: { role, awaySince } }: { member: Member }) {
  const text = useTeamText()
  const { away } = useDepartmentsText()
  return (
    <>
      <Badge tone={role === 'owner' ? 'good' : 'neutral'}>{text.roles[role]}</Badge>{' '}
      {awaySince !== null && <Badge tone="warn">{away.badge}</Badge>}
    </>
  )
}

export function MemberRow({ member, isSelf, ownRole }: MemberRowProps) {
  const text = useTeamText()
  const [asked, setAsked] = useState<Asked | null>(null)
  const numbers = useNumbers(member.clientIds)
  const { name, email, role } = member
  const mayBeAway = isSelf && hasRight(role, 'talk')
  const mayChange = ownRole !== undefined && hasRight(ownRole, 'manage') && role !== 'owner'
  const mayHand = ownRole === 'owner' && !isSelf
  const mayLeave = isSelf && role !== 'owner'
  const close = () => setAsked(null)
  return (
    <tr>
      <Cell className="max-w-64">
        <div className="flex items-center gap-3">
          <Avatar id={member.userId} name={name} className="hidden sm:grid" />
          <div className="min-w-0">
            <p className="truncate font-medium">
              {name} {isSelf && <span className="font-normal text-ink-soft">{text.you}</span>}
            </p>
            <p className="truncate text-[0.8125rem] text-ink-soft">{email}</p>
          </div>
        </div>
      </Cell>
      <Cell>
        <MemberBadges member={member} />
      </Cell>
      <Cell className="hidden text-ink-soft md:table-cell">{numbers}</Cell>
      <Cell className="text-end">
        {[mayChange, mayHand, mayLeave, mayBeAway].some(Boolean) && (
          <MoreMenu label={text.actionsFor(name)}>
            {mayBeAway && <AwayItem isAway={member.awaySince !== null} />}
            {mayChange && <MenuItem onSelect={() => setAsked('role')}>{text.changeRole}</MenuItem>}
            {mayHand && <MenuItem onSelect={() => setAsked('hand')}>{text.questions.hand.action}</MenuItem>}
            {(mayLeave || mayChange) && <MenuSeparator />}
            {mayLeave && (
              <MenuItem tone="danger" onSelect={() => setAsked('leave')}>
                {text.questions.leave.action}
              </MenuItem>
            )}
            {mayChange && !isSelf && (
              <MenuItem tone="danger" onSelect={() => setAsked('remove')}>
                {text.questions.remove.action}
              </MenuItem>
            )}
          </MoreMenu>
        )}
        {asked === 'role' && <ChangeRoleDialog member={member} onClose={close} />}
        {asked !== null && asked !== 'role' && <AskedDialog member={member} asked={asked} onClose={close} />}
      </Cell>
    </tr>
  )
}
