import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { type Client, useWorkerStatus } from '../client-data.ts'
import { ExportSessionDialog } from './export-session-dialog.tsx'
import { ImportSessionDialog } from './import-session-dialog.tsx'
import { MoveInDialog } from './move-in-dialog.tsx'
import { useSessionText } from './session-text.ts'

/** Ends the holding of an exported session. */
function ReclaimButton({ clientId }: { clientId: string }) {
  const text = useSessionText()
  const cache = useQueryClient()
  const notify = useNotify()
  const reclaim = useMutation(
    queries.clients.reclaimSession.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        await cache.invalidateQueries({ queryKey: queries.worker.key() })
        notify.done(text.reclaimed)
      },
    }),
  )
  return (
    <ConfirmButton
      right="manage"
      question={{ title: text.reclaimTitle, description: text.reclaimBody, action: text.reclaimAction }}
      busy={reclaim.isPending}
      onConfirm={(close) => reclaim.mutate({ id: clientId }, { onSettled: close })}
    >
      {text.reclaimAction}
    </ConfirmButton>
  )
}

/** Why the client stays stopped, when its session left or has yet to log in. */
function Notice({ code }: { code: string | undefined }) {
  const text = useSessionText()
  const notices: Record<string, readonly [title: string, body: string]> = {
    SESSION_EXPORTED: [text.away, text.awayBody],
    IMPORT_PENDING: [text.waiting, text.waitingBody],
  }
  const notice = notices[code ?? '']
  if (!notice) return null
  return (
    <div role="status" className="mb-4 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
      <p className="font-medium">{notice[0]}</p>
      <p>{notice[1]}</p>
    </div>
  )
}

/** Moving the account to another service and back: out into a file, in from one. */
export function ClientSessionCard({ client }: { client: Client }) {
  const text = useSessionText()
  const { data: status } = useWorkerStatus(client.id)
  const [open, setOpen] = useState<'export' | 'import' | 'move-in' | null>(null)
  const close = () => setOpen(null)
  const isAway = status?.code === 'SESSION_EXPORTED'
  const isWaiting = status?.code === 'IMPORT_PENDING'
  const isPaired = client.phoneNumber !== null
  const mustStop = !isPaired && status?.desiredState === 'running'
  return (
    <SectionCard title={text.title} description={text.body}>
      <Notice code={status?.code} />
      {!isPaired && !isWaiting && (
        <p className="mb-4 text-sm text-ink-soft">
          {text.notPaired} {mustStop && text.stopFirst}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isAway && <ReclaimButton clientId={client.id} />}
        {isPaired && (
          <Button right="manage" variant="secondary" disabled={!status} onClick={() => setOpen('export')}>
            {isAway ? text.exportAgain : text.exportAction}
          </Button>
        )}
        {(isAway || !isPaired) && (
          <Button
            right="manage"
            variant="secondary"
            disabled={!status || mustStop}
            onClick={() => setOpen('import')}
          >
            {text.importAction}
          </Button>
        )}
        {!isAway && !isPaired && (
          <Button
            right="manage"
            variant="secondary"
            disabled={!status || mustStop}
            onClick={() => setOpen('move-in')}
          >
            {text.moveInAction}
          </Button>
        )}
      </div>
      {open === 'export' && <ExportSessionDialog clientId={client.id} onClose={close} />}
      {open === 'move-in' && <MoveInDialog clientId={client.id} onClose={close} />}
      {open === 'import' && <ImportSessionDialog clientId={client.id} onClose={close} />}
    </SectionCard>
  )
}
