import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { Cell } from '../../ui/table.tsx'
import { ContactAvatar } from '../pictures/contact-avatar.tsx'
import { type GroupSummary, useGroups } from './group-data.ts'
import { GroupView } from './group-view.tsx'
import { useGroupsText } from './groups-text.ts'
import { PeopleDialog } from './people-form.tsx'

interface GroupRowProps {
  clientId: string
  group: GroupSummary
  onOpen: () => void
}

function GroupRow({ clientId, group, onOpen }: GroupRowProps) {
  const text = useGroupsText()
  const subject = group.subject || text.unnamed
  return (
    <tr>
      <Cell className="max-w-64 font-medium">
        <button
          type="button"
          aria-label={text.open(subject)}
          onClick={onOpen}
          className="flex max-w-full items-center gap-3 rounded text-start hover:text-accent"
        >
          <ContactAvatar clientId={clientId} id={group.jid} name={subject} picture={group.picture} />
          <span className="truncate">{subject}</span>
        </button>
      </Cell>
      <Cell className="tabular-nums">{group.size}</Cell>
      <Cell>
        {group.role && (
          <Badge tone={group.role === 'member' ? 'neutral' : 'good'}>{text.roles[group.role]}</Badge>
        )}
      </Cell>
    </tr>
  )
}

interface GroupsTabProps {
  clientId: string
  /** The number itself, E.164. */
  own: string | null
  /** The group that is open, by its address; it is in the address of the page. */
  opened: string | null
  onOpen: (groupJid: string | null) => void
}

/** The groups a number is in, and one of them when it is opened. */
export function GroupsTab({ clientId, own, opened, onOpen }: GroupsTabProps) {
  const text = useGroupsText()
  const groups = useGroups(clientId)
  const [isMaking, setMaking] = useState(false)
  if (opened !== null)
    return <GroupView clientId={clientId} groupJid={opened} own={own} onBack={() => onOpen(null)} />
  const create = (
    <Button right="talk" onClick={() => setMaking(true)}>
      <Plus aria-hidden />
      {text.create.open}
    </Button>
  )
  return (
    <ListCard
      text={text}
      icon={UsersRound}
      list={groups}
      rows={groups.data?.groups ?? []}
      columns={[text.columns.subject, text.columns.size, text.columns.role]}
      toRow={(group) => (
        <GroupRow key={group.jid} clientId={clientId} group={group} onOpen={() => onOpen(group.jid)} />
      )}
      actions={create}
    >
      {isMaking && (
        <PeopleDialog
          title={text.create.title}
          body={text.create.body}
          action={text.create.action}
          hasSubject
          act={async ({ subject, members }) =>
            (await api.groups.create({ clientId, subject, members })).results
          }
          done={({ subject }) => text.create.done(subject)}
          onClose={() => setMaking(false)}
        />
      )}
    </ListCard>
  )
}
