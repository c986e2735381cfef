import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle, MonitorSmartphone } from 'lucide-react'
import { Entrance } from '../../shell/entrance.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import type { LinkingActions } from '../clients/pairing/linking-actions.ts'
import { PairingCountdown } from '../clients/pairing/pairing-countdown.tsx'
import { PairingWays } from '../clients/pairing/pairing-ways.tsx'
import { PasskeySteps } from '../clients/passkey/passkey-card.tsx'
import { LinkOver } from './link-over.tsx'
import { usePairingLinkText } from './pairing-link-text.ts'
import {
  answerPasskey,
  askCode,
  confirmPasskey,
  type LinkingState,
  leaveLink,
  readLinking,
  reasonOf,
  startLinking,
} from './visit-calls.ts'

const LOOK_EVERY_MS = 2_000
const QUERY = 'pairing-visit'

/** Nobody can scan the QR of the screen of their own phone; a tablet's can be scanned by one. */
const isOnPhone = (): boolean =>
  matchMedia('(pointer: coarse) and ((max-width: 40rem) or (max-height: 30rem))').matches

interface VisitActions extends LinkingActions {
  start(): Promise<unknown>
}

/** Of whoever has the link open. */
function useVisitActions(visit: string): VisitActions {
  const cache = useQueryClient()
  const then = async (done: Promise<object>): Promise<void> => {
    await done
    await cache.invalidateQueries({ queryKey: [QUERY] })
  }
  return {
    start: () => then(startLinking(visit)),
    askCode: (phoneNumber) => then(askCode(visit, phoneNumber)),
    answerPasskey: (assertion) => then(answerPasskey(visit, assertion)),
    confirmPasskey: () => then(confirmPasskey(visit)),
  }
}

function Stopped({ by, start }: { by: LinkingState['stoppedBy']; start: VisitActions['start'] }) {
  const text = usePairingLinkText()
  const notify = useNotify()
  const started = useMutation({ mutationFn: start, onError: notify.failed })
  return (
    <Card className="p-6 text-center">
      <p role="status" className="mb-4">
        {by ? text.stoppedBy[by] : text.stopped}
      </p>
      <Button busy={started.isPending} onClick={() => started.mutate()}>
        {text.start}
      </Button>
    </Card>
  )
}

function Starting() {
  const text = usePairingLinkText()
  return (
    <Card className="flex items-center justify-center gap-3 p-6">
      <LoaderCircle aria-hidden className="size-5 animate-spin text-accent" />
      <p role="status">{text.starting}</p>
    </Card>
  )
}

/** Where linking stands, with what brings it on. */
function Linking({ state, visit }: { state: LinkingState; visit: string }) {
  const text = usePairingLinkText()
  const actions = useVisitActions(visit)
  const { clientName, step, stoppedBy, qr, qrExpiresAt, pairingCode, passkey } = state
  const onPhone = isOnPhone()
  if (step === 'stopped') return <Stopped by={stoppedBy} start={actions.start} />
  if (step === 'passkey')
    return (
      <div className="space-y-4">
        {onPhone && (
          <p role="status" className="rounded-xl bg-warn-soft px-4 py-3 text-sm text-pretty text-warn">
            {text.passkeyOnPhone}
          </p>
        )}
        <PasskeySteps clientName={clientName} asked={passkey ?? undefined} actions={actions} />
      </div>
    )
  if (step === 'pairing')
    return (
      <PairingWays
        shown={{ qr, expiresAt: qrExpiresAt, pairingCode }}
        askCode={actions.askCode}
        first={onPhone ? 'code' : 'qr'}
      />
    )
  return <Starting />
}

function Leave({ visit, onLeft }: { visit: string; onLeft: () => void }) {
  const text = usePairingLinkText()
  const notify = useNotify()
  const leave = useMutation({ mutationFn: () => leaveLink(visit), onError: notify.failed })
  return (
    <ConfirmButton
      variant="quiet"
      size="small"
      question={{ title: text.leave, description: text.leaveBody, action: text.leaveAction }}
      busy={leave.isPending}
      onConfirm={(close) =>
        leave.mutate(undefined, {
          onSettled: close,
          onSuccess() {
            notify.done(text.left)
            onLeft()
          },
        })
      }
    >
      <MonitorSmartphone aria-hidden />
      {text.leave}
    </ConfirmButton>
  )
}

function Linked({ clientName }: { clientName: string }) {
  const text = usePairingLinkText()
  return (
    <Entrance title={text.linked} intro={text.linkedBody(clientName)}>
      <CircleCheck aria-hidden className="mx-auto size-12 text-good" />
    </Entrance>
  )
}

interface VisitProps {
  visit: string
  /** This browser does not have the link open any more. */
  onLost: () => void
}

type LinkState = Awaited<ReturnType<typeof readLinking>>

const isDone = (linkState: LinkState | undefined): boolean =>
  linkState !== undefined && (linkState.over !== null || linkState.step === 'linked')

/** What the browser shows that has the link open, until the phone is linked. */
export function Visit({ visit, onLost }: VisitProps) {
  const text = usePairingLinkText()
  const linking = useQuery({
    queryKey: [QUERY, visit],
    queryFn: () => readLinking(visit),
    refetchInterval: ({ state: { data } }) => (isDone(data) ? false : LOOK_EVERY_MS),
    staleTime: 0,
    gcTime: 0,
  })
  const { data, error } = linking
  // Without a network of its own the browser does not even try.
  const isAway = error !== null || linking.fetchStatus === 'paused'
  if (error && reasonOf(error) === 'NO_VISIT')
    return (
      <LinkOver why="lost">
        <Button variant="secondary" onClick={onLost}>
          {text.openAgain}
        </Button>
      </LinkOver>
    )
  if (data?.over === 'linked') return <Linked clientName={data.clientName} />
  if (data?.over) return <LinkOver why={data.over} />
  if (data?.step === 'linked') return <Linked clientName={data.clientName} />
  return (
    <Entrance title={text.title} intro={data && text.asks(data.createdBy, data.email)} isWide>
      {!data && (
        <Card>
          {error ? (
            <ErrorState error={error} onRetry={() => void linking.refetch()} />
          ) : (
            <LoadingRows rows={2} />
          )}
        </Card>
      )}
      {data && (
        <div className="space-y-4">
          {isAway && (
            <p role="alert" className="rounded-xl bg-bad-soft px-4 py-3 text-sm text-bad">
              {text.away}
            </p>
          )}
          <Linking state={data} visit={visit} />
          <div className="text-center">
            <Leave visit={visit} onLeft={onLost} />
            <PairingCountdown expiresAt={data.expiresAt} formatLeft={text.endsIn} />
          </div>
        </div>
      )}
    </Entrance>
  )
}
