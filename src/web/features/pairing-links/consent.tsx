import { useMutation, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { toFailure } from '../../app/api.ts'
import { Entrance } from '../../shell/entrance.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState, LoadingRows, useFailureText } from '../../ui/messages/states.tsx'
import { PairingCountdown } from '../clients/pairing/pairing-countdown.tsx'
import { LinkOver } from './link-over.tsx'
import { usePairingLinkText } from './pairing-link-text.ts'
import { type AskedByLink, createVisit, openLink, reasonOf, showLink, startLinking } from './visit-calls.ts'

function OpenFailed({ error }: { error: unknown }) {
  const { title, body } = useFailureText(error)
  return (
    <p role="alert" className="text-sm text-bad">
      {title}. {body}
    </p>
  )
}

interface ConsentProps {
  token: string
  onOpened: (visit: string) => void
}

interface AskedProps extends ConsentProps {
  asked: AskedByLink
  /** The link may have got into another state. */
  onRefused: () => void
}

/** Who asks, for what, and what is given away; only a press goes on, as programs open links too. */
function Asked({ asked: { createdBy, clientName, expiresAt }, token, onOpened, onRefused }: AskedProps) {
  const text = usePairingLinkText()
  // The same one at every press: an answer that was lost locks nobody out.
  const [visit] = useState(createVisit)
  const open = useMutation({
    async mutationFn() {
      await openLink(token, visit)
      // What fails here is shown by the next page, which has a button for it.
      await startLinking(visit).catch(() => undefined)
      return visit
    },
    onSuccess: onOpened,
    onError(error) {
      // Without an answer it may be open here by now, which looks like open elsewhere: the next press tells.
      if (reasonOf(error) !== undefined) onRefused()
    },
  })
  return (
    <Card className="space-y-4 p-6 text-sm text-pretty">
      <p className="font-medium">{text.purpose(clientName, location.host)}</p>
      <p>{text.gives}</p>
      <p>{text.ends}</p>
      <p className="flex gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>{text.warning(createdBy)}</span>
      </p>
      {open.isError && <OpenFailed error={open.error} />}
      <Button busy={open.isPending} onClick={() => open.mutate()} className="w-full">
        {text.proceed}
      </Button>
      <p className="text-center text-[0.8125rem] text-ink-soft">{text.once}</p>
      <PairingCountdown expiresAt={expiresAt} formatLeft={text.endsIn} />
    </Card>
  )
}

/** A link that nobody has open yet. */
export function Consent({ token, onOpened }: ConsentProps) {
  const text = usePairingLinkText()
  const link = useQuery({
    queryKey: ['pairing-link', token],
    queryFn: () => showLink(token),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { data, error } = link
  if (data?.over) return <LinkOver why={data.over} />
  if (data?.isOpen) return <LinkOver why="elsewhere" />
  if (isUnusable(error)) return <LinkOver why="unknown" />
  return (
    <Entrance title={text.title} intro={data && text.asks(data.createdBy, data.email)}>
      {!data && (
        <Card>
          {link.isPending && <LoadingRows rows={2} />}
          {error && <ErrorState error={error} onRetry={() => void link.refetch()} />}
        </Card>
      )}
      {data && <Asked asked={data} token={token} onOpened={onOpened} onRefused={() => void link.refetch()} />}
    </Entrance>
  )
}

/** A link that was cut off while it was copied is refused for its form. */
const isUnusable = (error: unknown): boolean =>
  error !== null && (reasonOf(error) === 'LINK_UNKNOWN' || toFailure(error).code === 'BAD_REQUEST')
