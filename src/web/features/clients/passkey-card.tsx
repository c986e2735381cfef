import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { useNotify } from '../../ui/notify.ts'
import { Skeleton } from '../../ui/states.tsx'
import type { Client } from './client-data.ts'
import { PairingCountdown } from './pairing-countdown.tsx'
import { PasskeySign } from './passkey-sign.tsx'
import { usePasskeyText } from './passkey-text.ts'

/** The network may ask anew with other options, of which no event tells. */
const LOOK_EVERY_MS = 2_000

function CompareCode({ clientId, code }: { clientId: string; code: string }) {
  const text = usePasskeyText()
  const cache = useQueryClient()
  const notify = useNotify()
  const confirm = useMutation(
    queries.worker.passkey.confirm.mutationOptions({
      onError: notify.failed,
      onSuccess: () => cache.invalidateQueries({ queryKey: queries.worker.key() }),
    }),
  )
  return (
    <div className="rounded-xl bg-sunken p-6 text-center">
      <p className="font-medium">{text.compare}</p>
      <p
        role="status"
        aria-label={text.codeLabel(code)}
        className="my-3 font-mono text-3xl font-semibold tracking-widest"
      >
        {code}
      </p>
      <p className="mb-4 text-sm text-pretty text-ink-soft">{text.compareBody}</p>
      <Button busy={confirm.isPending} onClick={() => confirm.mutate({ clientId })}>
        {text.confirm}
      </Button>
    </div>
  )
}

/** What the network asks of the account's passkey before it links a client, step by step. */
export function PasskeyCard({ client }: { client: Pick<Client, 'id' | 'name'> }) {
  const clientId = client.id
  const text = usePasskeyText()
  const { data } = useQuery(
    queries.worker.passkey.get.queryOptions({ input: { clientId }, refetchInterval: LOOK_EVERY_MS }),
  )
  return (
    <SectionCard title={text.title} description={text.body}>
      {!data && <Skeleton className="h-40 rounded-xl" />}
      {data?.options && <PasskeySign client={client} options={data.options} />}
      {data?.waitsFor === 'phone' && <p role="status">{text.phone}</p>}
      {data?.code && <CompareCode clientId={clientId} code={data.code} />}
      {data?.expiresAt && <PairingCountdown expiresAt={data.expiresAt} say={text.endsIn} />}
    </SectionCard>
  )
}
