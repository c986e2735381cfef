import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { type api, queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
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
        right="manage"
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

function SendLink({ onSend }: Pick<PairingLinksProps, 'onSend'>) {
  const text = usePairingLinkText()
  return (
    <Button right="manage" variant="quiet" size="small" onClick={onSend}>
      <Link2 aria-hidden />
      {text.send}
    </Button>
  )
}

interface PairingLinksProps {
  clientId: string
  /** Opens the dialog that makes a link. It stands where no change of the client's state takes it away: it shows a link once. */
  onSend: () => void
}

/** For the owner of a client: sends somebody else a link to link their phone with, and ends it. */
export function PairingLinks({ clientId, onSend }: PairingLinksProps) {
  return (
    <>
      <SendLink onSend={onSend} />
      <LiveLinks links={useLiveLinks(clientId)} />
    </>
  )
}

interface PairingLinkCardProps extends PairingLinksProps {
  /** The client has no account: a link can be made also while it does not run. */
  canMake: boolean
}

/** The same while the client shows nothing to pair with; nothing while there is neither a link nor a use for one. */
export function PairingLinkCard({ clientId, onSend, canMake }: PairingLinkCardProps) {
  const text = usePairingLinkText()
  const links = useLiveLinks(clientId)
  if (!canMake && links.length === 0) return null
  return (
    <SectionCard title={text.cardTitle}>
      {canMake && <SendLink onSend={onSend} />}
      <LiveLinks links={links} />
    </SectionCard>
  )
}
