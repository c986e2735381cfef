import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { QrCode as QrCodeIcon, ScanLine, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { type api, queries } from '../../app/api.ts'
import { startInfoQuery } from '../../app/session.ts'
import { useText } from '../../i18n/language.tsx'
import { useLookAgain } from '../../live/live.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { useNotify } from '../../ui/notify.ts'
import { Skeleton } from '../../ui/states.tsx'
import type { WorkerStatus } from './client-data.ts'
import { PairingCountdown } from './pairing-countdown.tsx'
import { PairingSteps } from './pairing-steps.tsx'
import { PhoneCode } from './phone-code.tsx'
import { QrCode } from './qr-code.tsx'

const POLL_MS = 1000

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

type Shown = Awaited<ReturnType<typeof api.server.qr>>

/** The QR, and how to scan it. */
function ScanCode({ status, shown }: { status: WorkerStatus; shown: Shown | undefined }) {
  const { clients: text } = useText()
  const info = useQuery(startInfoQuery)
  const value = shown?.data
  return (
    <div className="grid gap-8 sm:grid-cols-[15rem_1fr] sm:items-start">
      <div className="mx-auto w-60">
        <div className="aspect-square">
          {typeof value === 'string' ? (
            <QrCode value={value} label={text.pairing.qrLabel} />
          ) : (
            <Skeleton className="size-full rounded-xl" />
          )}
        </div>
        {typeof value === 'string' && shown?.expiresAt ? (
          <PairingCountdown expiresAt={shown.expiresAt} say={text.pairing.newCodeIn} />
        ) : (
          <p role="status" className="mt-3 text-center text-[0.8125rem] text-ink-soft">
            {text.pairing.waiting}
          </p>
        )}
      </div>
      <div>
        <PairingSteps steps={text.pairing.steps} />
        {status.network === 'sandbox' && info.data?.hasSandbox && (
          <SimulatedPhone clientId={status.clientId} />
        )}
      </div>
    </div>
  )
}

/** How a client that waits to be paired is linked: by its QR, or by a code that is typed into the phone. */
export function PairingCard({ status }: { status: WorkerStatus }) {
  const { clients: text } = useText()
  const { clientId } = status
  const lookAgain = useLookAgain(POLL_MS)
  const qr = useQuery(queries.server.qr.queryOptions({ input: { clientId }, refetchInterval: lookAgain }))
  const [chosen, choose] = useState<'qr' | 'code' | null>(null)
  const code = qr.data?.pairingCode ?? null
  // After a reload of the page a code that still counts is shown again.
  const way = chosen ?? (code ? 'code' : 'qr')
  return (
    <SectionCard title={way === 'qr' ? text.pairing.title : text.pairing.codeTitle}>
      {way === 'qr' ? (
        <ScanCode status={status} shown={qr.data} />
      ) : (
        <PhoneCode clientId={clientId} code={code} />
      )}
      <div className="mt-6 border-t border-line pt-4">
        <Button variant="quiet" size="small" onClick={() => choose(way === 'qr' ? 'code' : 'qr')}>
          {way === 'qr' ? <Smartphone aria-hidden /> : <QrCodeIcon aria-hidden />}
          {way === 'qr' ? text.pairing.byCode : text.pairing.byQr}
        </Button>
      </div>
    </SectionCard>
  )
}
