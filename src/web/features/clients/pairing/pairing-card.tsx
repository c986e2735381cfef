import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { queries } from '../../../app/api.ts'
import { startInfoQuery } from '../../../app/session.ts'
import { useText } from '../../../i18n/language.tsx'
import { useLookAgain } from '../../../live/live.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import type { WorkerStatus } from '../client-data.ts'
import { useLinkingActions } from './linking-actions.ts'
import { PairingWays } from './pairing-ways.tsx'

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

/** How the owner of a client that waits to be paired has it linked here; `children` are other ways. */
export function PairingCard({ status, children }: { status: WorkerStatus; children?: ReactNode }) {
  const { clientId } = status
  const info = useQuery(startInfoQuery)
  const lookAgain = useLookAgain(POLL_MS)
  const qr = useQuery(queries.server.qr.queryOptions({ input: { clientId }, refetchInterval: lookAgain }))
  const { askCode } = useLinkingActions(clientId)
  const value = qr.data?.data
  const shown = {
    qr: typeof value === 'string' ? value : null,
    expiresAt: qr.data?.expiresAt ?? null,
    pairingCode: qr.data?.pairingCode ?? null,
  }
  const isSimulated = status.network === 'sandbox' && info.data?.hasSandbox
  return (
    <PairingWays
      shown={shown}
      askCode={askCode}
      number={shown.pairingCode?.phoneNumber}
      besideQr={isSimulated && <SimulatedPhone clientId={clientId} />}
    >
      {children}
    </PairingWays>
  )
}
