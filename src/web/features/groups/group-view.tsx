import { ArrowLeft, Pencil, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { ContactAvatar } from '../pictures/contact-avatar.tsx'
import { PictureButtons } from '../profile/picture-buttons.tsx'
import { useProfileText } from '../profile/profile-text.ts'
import { InviteCard, RequestsCard } from './admin-cards.tsx'
import { ChangeGroupDialog } from './change-group-dialog.tsx'
import { type Group, useGroup, useGroupChange } from './group-data.ts'
import { useGroupsText } from './groups-text.ts'
import { MemberTable } from './member-table.tsx'
import { PeopleDialog } from './people-form.tsx'

interface GroupViewProps {
  clientId: string
  groupJid: string
  /** The number's own, E.164. */
  own: string | null
  onBack: () => void
}

function LeaveButton({ clientId, group, onLeft }: { clientId: string; group: Group; onLeft: () => void }) {
  const text = useGroupsText()
  const { jid: groupJid, subject } = group
  const change = useGroupChange(onLeft)
  const question = { title: text.leaveTitle(subject), description: text.leaveBody, action: text.leave }
  return (
    <ConfirmButton
      variant="danger"
      right="talk"
      question={question}
      busy={change.isPending}
      onConfirm={(close) =>
        change.mutate(
          { act: () => api.groups.leave({ clientId, groupJid }), done: text.left(subject) },
          { onSettled: close },
        )
      }
    >
      {text.leave}
    </ConfirmButton>
  )
}

function LoadedGroup({ clientId, group, own, onBack }: Omit<GroupViewProps, 'groupJid'> & { group: Group }) {
  const text = useGroupsText()
  const { picture: ofPictures } = useProfileText()
  const picture = useGroupChange()
  const mayTalk = useMay()('talk')
  const [isAdding, setAdding] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const { jid: groupJid, role, settings, description } = group
  const isAdmin = role === 'admin' || role === 'superadmin'
  const mayAdd = isAdmin || (role === 'member' && settings.add === 'everyone')
  const mayEdit = isAdmin || (role === 'member' && settings.edit === 'everyone')
  return (
    <div className="space-y-6">
      <SectionCard
        title={group.subject || text.unnamed}
        {...(description === null ? {} : { description })}
        action={
          <div className="flex flex-wrap justify-end gap-2">
            {mayEdit && (
              <Button variant="secondary" right="talk" onClick={() => setChanging(true)}>
                <Pencil aria-hidden />
                {text.settings.open}
              </Button>
            )}
            {mayAdd && (
              <Button right="talk" onClick={() => setAdding(true)}>
                <UserPlus aria-hidden />
                {text.add}
              </Button>
            )}
          </div>
        }
      >
        <div className="mb-5 flex flex-wrap items-center gap-4">
          <ContactAvatar
            clientId={clientId}
            id={groupJid}
            name={group.subject}
            picture={group.picture}
            size="large"
          />
          {mayEdit && (
            <PictureButtons
              right="talk"
              busy={picture.isPending}
              onSet={(chosen) =>
                picture.mutate({
                  act: () => api.groups.setPicture({ clientId, groupJid, picture: chosen }),
                  done: chosen === null ? ofPictures.removed : ofPictures.changed,
                })
              }
            />
          )}
        </div>
        <MemberTable clientId={clientId} group={group} own={own} />
      </SectionCard>
      {isAdmin && <RequestsCard clientId={clientId} groupJid={groupJid} />}
      {isAdmin && mayTalk && <InviteCard clientId={clientId} groupJid={groupJid} />}
      {role !== null && <LeaveButton clientId={clientId} group={group} onLeft={onBack} />}
      {isChanging && (
        <ChangeGroupDialog
          clientId={clientId}
          group={group}
          isAdmin={isAdmin}
          onClose={() => setChanging(false)}
        />
      )}
      {isAdding && (
        <PeopleDialog
          title={text.add}
          action={text.addAction}
          hasSubject={false}
          act={async ({ members }) => (await api.groups.addMembers({ clientId, groupJid, members })).results}
          done={() => text.added}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

/** One group: who is in it, who wants to be, and its link. */
export function GroupView({ clientId, groupJid, own, onBack }: GroupViewProps) {
  const text = useGroupsText()
  const group = useGroup(clientId, groupJid)
  return (
    <div className="space-y-4">
      <Button variant="quiet" size="small" onClick={onBack}>
        <ArrowLeft className="rtl:-scale-x-100" aria-hidden />
        {text.back}
      </Button>
      {group.isPending && <LoadingRows rows={3} />}
      {group.isError && <ErrorState error={group.error} onRetry={() => void group.refetch()} />}
      {group.data && <LoadedGroup clientId={clientId} group={group.data} own={own} onBack={onBack} />}
    </div>
  )
}
