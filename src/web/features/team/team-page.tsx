import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Mail, Plus } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { sessionQuery } from '../../app/session.ts'
import { useMay, useWorkspace } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { DepartmentsCard } from '../departments/departments-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { InvitedCard } from './invited-card.tsx'
import { MemberRow } from './member-row.tsx'
import { NameCard } from './name-card.tsx'
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx'
import { useTeamText } from './team-text.ts'

/** Who works here together, and as what. */
export function TeamPage() {
  const text = useTeamText()
  const [isInviting, setInviting] = useState(false)
  const [isMaking, setMaking] = useState(false)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const workspace = useWorkspace()
  const may = useMay()
  const members = useQuery(queries.workspaces.members.list.queryOptions({ input: {} }))
  const isShared = (members.data?.length ?? 0) > 1
  const columns = [
    { name: text.columns.person },
    { name: text.columns.role },
    { name: text.columns.numbers, className: 'hidden md:table-cell' },
    { name: <span className="sr-only">{text.columns.actions}</span> },
  ]
  return (
    <Page
      title={text.title}
      intro={may('manage') ? text.intro : text.introOfOthers}
      actions={
        <>
          <Button variant="secondary" onClick={() => setMaking(true)}>
            <Plus aria-hidden />
            {text.another}
          </Button>
          <Button right="manage" onClick={() => setInviting(true)}>
            <Mail aria-hidden />
            {text.invite}
          </Button>
        </>
      }
    >
      <div className="space-y-6">
        <Card>
          {members.isPending && <LoadingRows rows={2} />}
          {members.isError && <ErrorState error={members.error} onRetry={() => void members.refetch()} />}
          {members.data && (
            <Table label={text.title} columns={columns}>
              {members.data.map((member) => (
                <MemberRow
                  key={member.userId}
                  member={member}
                  isSelf={member.userId === session?.user.id}
                  ownRole={workspace?.role}
                />
              ))}
            </Table>
          )}
        </Card>
        {may('manage') && <InvitedCard />}
        <DepartmentsCard />
        {workspace && isShared && may('manage') && <NameCard name={workspace.name} />}
        {workspace && isShared && may('own') && <DeleteCard name={workspace.name} />}
      </div>
      {isMaking && <NewWorkspaceDialog onClose={() => setMaking(false)} />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  )
}
