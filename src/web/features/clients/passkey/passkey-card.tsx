import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queries } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { Skeleton } from '../../../ui/messages/states.tsx'
import type { Client } from '../client-data.ts'
import { type AskedOfPasskey, type LinkingActions, useLinkingActions } from '../pairing/linking-actions.ts'
import { PairingCountdown } from '../pairing/pairing-countdown.tsx'
import { OnlyPhone, PasskeySign } from './passkey-sign.tsx'
import { usePasskeyText } from './passkey-text.ts'

/** The network may ask anew with other options, of which no event tells. */
const LOOK_EVERY_MS = 2_000

interface CompareCodeProps {
  code: string
  confirm: LinkingActions['confirmPasskey']
  reject: LinkingActions['rejectPasskey']
}

function CompareCode({ code, confirm, reject }: CompareCodeProps) {
  const text = usePasskeyText()
  const notify = useNotify()
  const confirmed = useMutation({ mutationFn: confirm, onError: notify.failed })
  const rejected = useMutation({
    mutationFn: async () => await reject?.(),
    onError: notify.failed,
    onSuccess: () => notify.warn(text.differed, text.differedBody),
  })
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
      <p className="mb-4 text-sm text-pretty text-ink-soft">
        {text.compareBody} {!reject && text.compareElse}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button busy={confirmed.isPending} onClick={() => confirmed.mutate()}>
          {text.confirm}
        </Button>
        {reject && (
          <Button variant="secondary" busy={rejected.isPending} onClick={() => rejected.mutate()}>
            {text.differs}
          </Button>
        )}
      </div>
    </div>
  )
}

interface PasskeyStepsProps {
  clientName: string
  /** Undefined until it is known. */
  asked: AskedOfPasskey | undefined
  actions: Pick<LinkingActions, 'answerPasskey' | 'confirmPasskey' | 'rejectPasskey'>
  /** Stands before the ways to sign. */
  hint?: ReactNode
}

/** What the network asks of the account's passkey before it links a client, step by step. */
export function PasskeySteps({ clientName, asked, actions, hint }: PasskeyStepsProps) {
  const text = usePasskeyText()
  return (
    <SectionCard title={text.title} description={text.body}>
      {!asked && <Skeleton className="h-40 rounded-xl" />}
      {asked?.options && (
        <PasskeySign
          clientName={clientName}
          options={asked.options}
          answer={actions.answerPasskey}
          hint={hint}
        />
      )}
      {asked?.waitsFor === 'phone' && <p role="status">{text.phone}</p>}
      {asked?.code && (
        <CompareCode code={asked.code} confirm={actions.confirmPasskey} reject={actions.rejectPasskey} />
      )}
      {asked?.expiresAt && <PairingCountdown expiresAt={asked.expiresAt} formatLeft={text.endsIn} />}
    </SectionCard>
  )
}

/** The same for the owner of the client. */
export function PasskeyCard({ client: { id: clientId, name } }: { client: Pick<Client, 'id' | 'name'> }) {
  const actions = useLinkingActions(clientId)
  const asked = useQuery(
    queries.worker.passkey.get.queryOptions({ input: { clientId }, refetchInterval: LOOK_EVERY_MS }),
  )
  return <PasskeySteps clientName={name ?? ''} asked={asked.data} actions={actions} hint={<OnlyPhone />} />
}
