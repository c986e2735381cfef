import { api } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { QrCode } from '../clients/pairing/qr-code.tsx'
import { useGroupChange, useInvite, useNames, useRequests } from './group-data.ts'
import { useGroupsText } from './groups-text.ts'

interface CardProps {
  clientId: string
  groupJid: string
}

/** The link by which people join, to copy, to scan and to replace. */
export function InviteCard({ clientId, groupJid }: CardProps) {
  const text = useGroupsText()
  const invite = useInvite(clientId, groupJid)
  const change = useGroupChange()
  const question = { title: text.replaceTitle, description: text.replaceBody, action: text.replace }
  return (
    <SectionCard title={text.invite} description={text.inviteBody}>
      {invite.isPending && <LoadingRows rows={1} />}
      {invite.isError && <ErrorState error={invite.error} onRetry={() => void invite.refetch()} />}
      {invite.data && (
        <div className="flex flex-col items-start gap-5 sm:flex-row">
          <div className="size-40 shrink-0">
            <QrCode value={invite.data.url} label={text.inviteQr} />
          </div>
          <div className="min-w-0 space-y-4">
            <p className="text-sm break-all">{invite.data.url}</p>
            <div className="flex flex-wrap gap-2">
              <CopyButton value={invite.data.url} />
              <ConfirmButton
                right="talk"
                variant="secondary"
                question={question}
                busy={change.isPending}
                onConfirm={(close) =>
                  change.mutate(
                    { act: () => api.groups.revokeInvite({ clientId, groupJid }), done: text.replaced },
                    { onSettled: close },
                  )
                }
              >
                {text.replace}
              </ConfirmButton>
            </div>
          </div>
        </div>
      )}
    </SectionCard>
  )
}

/** Who wants to join, where admins let people in. */
export function RequestsCard({ clientId, groupJid }: CardProps) {
  const text = useGroupsText()
  const requests = useRequests(clientId, groupJid)
  const nameOf = useNames(clientId)
  const change = useGroupChange()
  return (
    <SectionCard title={text.requests}>
      {requests.isPending && <LoadingRows rows={1} />}
      {requests.isError && <ErrorState error={requests.error} onRetry={() => void requests.refetch()} />}
      {requests.data?.requests.length === 0 && <p className="text-sm text-ink-soft">{text.noRequests}</p>}
      <ul className="divide-y divide-line">
        {requests.data?.requests.map((person) => {
          const name = nameOf(person)
          const input = { clientId, groupJid, people: [person.jid] }
          return (
            <li key={person.jid} className="flex flex-wrap items-center gap-2 py-3">
              <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
              <Button
                size="small"
                right="talk"
                busy={change.isPending}
                onClick={() =>
                  change.mutate({ act: () => api.groups.approveRequests(input), done: text.approved(name) })
                }
              >
                {text.approve}
              </Button>
              <Button
                size="small"
                variant="secondary"
                right="talk"
                busy={change.isPending}
                onClick={() =>
                  change.mutate({ act: () => api.groups.rejectRequests(input), done: text.rejected(name) })
                }
              >
                {text.reject}
              </Button>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
