import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { MenuItem, MoreMenu } from '../../ui/menu.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { type Group, type GroupMember, useGroupChange, useNames } from './group-data.ts'
import { useGroupsText } from './groups-text.ts'

interface MemberMenuProps {
  clientId: string
  groupJid: string
  member: GroupMember
  name: string
}

/** What an admin can do with another member. */
function MemberMenu({ clientId, groupJid, member, name }: MemberMenuProps) {
  const text = useGroupsText()
  const [isRemoving, setRemoving] = useState(false)
  const change = useGroupChange(() => setRemoving(false))
  const input = { clientId, groupJid, members: [member.jid] }
  return (
    <>
      <MoreMenu label={text.actionsFor(name)}>
        {member.role === 'member' ? (
          <MenuItem
            onSelect={() =>
              change.mutate({ act: () => api.groups.promoteMembers(input), done: text.promoted(name) })
            }
          >
            {text.promote}
          </MenuItem>
        ) : (
          <MenuItem
            onSelect={() =>
              change.mutate({ act: () => api.groups.demoteMembers(input), done: text.demoted(name) })
            }
          >
            {text.demote}
          </MenuItem>
        )}
        <MenuItem tone="danger" onSelect={() => setRemoving(true)}>
          {text.remove}
        </MenuItem>
      </MoreMenu>
      {isRemoving && (
        <ConfirmDialog
          open
          onOpenChange={setRemoving}
          title={text.removeTitle(name)}
          description={text.removeBody}
          action={text.remove}
          busy={change.isPending}
          onConfirm={() =>
            change.mutate({ act: () => api.groups.removeMembers(input), done: text.removed(name) })
          }
        />
      )}
    </>
  )
}

interface MemberTableProps {
  clientId: string
  group: Group
  /** The number's own address. */
  own: string | null
}

/** Who is in a group, and as what. Whoever made it stays as they are. */
export function MemberTable({ clientId, group, own }: MemberTableProps) {
  const text = useGroupsText()
  const nameOf = useNames(clientId)
  const mayTalk = useMay()('talk')
  const mayChange = mayTalk && group.role !== 'member' && group.role !== null
  const columns = [
    { name: text.memberColumns.name },
    { name: text.memberColumns.role },
    { name: <span className="sr-only">{text.memberColumns.actions}</span> },
  ]
  return (
    <Table label={text.members} columns={columns}>
      {group.members.map((member) => {
        const isOwn = member.phoneNumber !== null && member.phoneNumber === own
        const name = isOwn ? text.thisNumber : nameOf(member)
        return (
          <tr key={member.jid}>
            <Cell className="max-w-48 truncate font-medium">{name}</Cell>
            <Cell>
              <Badge tone={member.role === 'member' ? 'neutral' : 'good'}>{text.roles[member.role]}</Badge>
            </Cell>
            <Cell className="text-end">
              {mayChange && !isOwn && member.role !== 'superadmin' && (
                <MemberMenu clientId={clientId} groupJid={group.jid} member={member} name={name} />
              )}
            </Cell>
          </tr>
        )
      })}
    </Table>
  )
}
