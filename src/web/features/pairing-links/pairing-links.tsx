import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { type api, queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { useNotify } from '../../ui/notify.ts'
import { MakeLinkDialog } from './make-link-dialog.tsx'
import { usePairingLinkText } from './pairing-link-text.ts'

/** Whether a link was opened is told by no event. */
const LOOK_EVERY_MS = 5_000

type PairingLink = Awaited<ReturnType<typeof api.clients.pairingLinks.list>>[number]

function LinkRow({ link: { id, clientId, expiresAt, openedAt } }: { link: PairingLink }) {
  const text = usePairingLinkText()
  const dates = useDates()
  const cache = useQueryClient()
  const notify = useNotify()
  const revoke = useMutation(
    queries.clients.pairingLinks.revoke.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        await cache.invalidateQueries({ queryKey: queries.clients.pairingLinks.key() })
        notify.done(text.revoked)
      },
    }),
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-sunken px-4 py-3 text-sm">
      <div>
        <p className="font-medium">
          {text.live} {text.until(dates.time(expiresAt))}
        </p>
        <p className="text-[0.8125rem] text-ink-soft">
          {openedAt === null ? text.notOpened : text.opened(dates.ago(openedAt))}
        </p>
      </div>
      <Button
        variant="danger"
        size="small"
        busy={revoke.isPending}
        onClick={() => revoke.mutate({ clientId, id })}
      >
        {text.revoke}
      </Button>
    </li>
  )
}

function useLiveLinks(clientId: string): readonly PairingLink[] {
  const links = useQuery(
    queries.clients.pairingLinks.list.queryOptions({ input: { clientId }, refetchInterval: LOOK_EVERY_MS }),
  )
  return links.data ?? []
}

function LiveLinks({ links }: { links: readonly PairingLink[] }) {
  if (links.length === 0) return null
  return (
    <ul className="mt-4 space-y-2">
      {links.map((link) => (
        <LinkRow key={link.id} link={link} />
      ))}
    </ul>
  )
}

function SendLink({ clientId }: { clientId: string }) {
  const text = usePairingLinkText()
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setMaking(true)}>
        <Link2 aria-hidden />
        {text.send}
      </Button>
      {isMaking && <MakeLinkDialog clientId={clientId} onClose={() => setMaking(false)} />}
    </>
  )
}

/** For the owner of a client: sends somebody else a link to link their phone with, and ends it. */
export function PairingLinks({ clientId }: { clientId: string }) {
  return (
    <>
      <SendLink clientId={clientId} />
      <LiveLinks links={useLiveLinks(clientId)} />
    </>
  )
}

interface PairingLinkCardProps {
  clientId: string
  /** The client has no account: a link can be made also while it does not run. */
  canMake: boolean
}

/** The same while the client shows nothing to pair with; nothing while there is neither a link nor a use for one. */
export function PairingLinkCard({ clientId, canMake }: PairingLinkCardProps) {
  const text = usePairingLinkText()
  const links = useLiveLinks(clientId)
  if (!canMake && links.length === 0) return null
  return (
    <SectionCard title={text.cardTitle}>
      {canMake && <SendLink clientId={clientId} />}
      <LiveLinks links={links} />
    </SectionCard>
  )
}
