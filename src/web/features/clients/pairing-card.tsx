import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { queries } from '../../app/api.ts'
import { startInfoQuery } from '../../app/session.ts'
import { useText } from '../../i18n/language.tsx'
import { useLookAgain } from '../../live/live.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { useNotify } from '../../ui/notify.ts'
import { Skeleton } from '../../ui/states.tsx'
import type { WorkerStatus } from './client-data.ts'
import { QrCode } from './qr-code.tsx'
import { secondsUntilRenewal } from './qr-countdown.ts'

const POLL_MS = 1000

/** Counts down to the next code; its own component, so that only these words are drawn each second. */
function Countdown({ since }: { since: string }) {
  const { clients: text } = useText()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="mt-3 text-center text-[0.8125rem] text-ink-soft tabular-nums">
      {text.pairing.newCodeIn(secondsUntilRenewal(Date.parse(since), now))}
    </p>
  )
}

/** In the sandbox a simulated phone does what a person does with a real one. */
function SimulatedPhone({ clientId }: { clientId: string }) {
  const { clients: text } = useText()
  const client = useQueryClient()
  const notify = useNotify()
  const scan = useMutation(
    queries.sandbox.scan.mutationOptions({
      onError: notify.failed,
      async onSuccess({ phoneNumber }) {
        notify.done(text.pairing.scanned(phoneNumber))
        await client.invalidateQueries({ queryKey: queries.worker.key() })
      },
    }),
  )
  return (
    <div className="mt-6 rounded-xl bg-accent-soft p-4">
      <p className="mb-3 text-sm">{text.pairing.scanBody}</p>
      <Button
        busy={scan.isPending}
        disabled={scan.isSuccess}
        onClick={() => scan.mutate({ clientId })}
        className="w-full sm:w-auto"
      >
        <ScanLine aria-hidden />
        {text.pairing.scan}
      </Button>
    </div>
  )
}

/** The QR of a client that waits to be paired, and how to scan it. */
export function PairingCard({ status }: { status: WorkerStatus }) {
  const { clients: text } = useText()
  const { clientId, network, since } = status
  const lookAgain = useLookAgain(POLL_MS)
  const qr = useQuery(queries.server.qr.queryOptions({ input: { clientId }, refetchInterval: lookAgain }))
  const info = useQuery(startInfoQuery)
  const value = qr.data?.data
  return (
    <SectionCard title={text.pairing.title}>
      <div className="grid gap-8 sm:grid-cols-[15rem_1fr] sm:items-start">
        <div className="mx-auto w-60">
          <div className="aspect-square">
            {typeof value === 'string' ? (
              <QrCode value={value} label={text.pairing.qrLabel} />
            ) : (
              <Skeleton className="size-full rounded-xl" />
            )}
          </div>
          {typeof value === 'string' ? (
            <Countdown since={since} />
          ) : (
            <p role="status" className="mt-3 text-center text-[0.8125rem] text-ink-soft">
              {text.pairing.waiting}
            </p>
          )}
        </div>
        <div>
          <ol className="space-y-3">
            {text.pairing.steps.map((step, index) => (
              <li key={step} className="flex gap-3">
                <span
                  aria-hidden
                  className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold text-ink-soft"
                >
                  {index + 1}
                </span>
                <span className="text-pretty">{step}</span>
              </li>
            ))}
          </ol>
          {network === 'sandbox' && info.data?.hasSandbox && <SimulatedPhone clientId={clientId} />}
        </div>
      </div>
    </SectionCard>
  )
}
