import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { isConnectedCode } from '../../../core/client/client-status.ts'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MakeLinkDialog } from '../pairing-links/make-link-dialog.tsx'
import { PairingLinkCard, PairingLinks } from '../pairing-links/pairing-links.tsx'
import { NextStepCard } from '../start/next-step-card.tsx'
import { type Client, useStatusWords, useWorkerStatus, type WorkerStatus } from './client-data.ts'
import { HealthCard } from './health/health-card.tsx'
import { PairingCard } from './pairing/pairing-card.tsx'
import { PasskeyCard } from './passkey/passkey-card.tsx'
import { StatusBadge } from './status-badge.tsx'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
      <dd className="mt-0.5 font-medium break-words">{children}</dd>
    </div>
  )
}

/** The network's limit on chats with new people, where it set one. */
function NewChats({ newChats }: Pick<WorkerStatus, 'newChats'>) {
  const { clients: text } = useText()
  const dates = useDates()
  if (!newChats) return null
  const { used, allowed, until } = newChats
  return (
    <Fact name={text.facts.newChats}>
      <span className="tabular-nums">
        {text.newChats(String(used), allowed === null ? text.noNumberGiven : String(allowed))}
      </span>
      {until && <span className="text-ink-soft"> · {text.newChatsUntil(dates.date(until))}</span>}
    </Fact>
  )
}

function StateCard({ status }: { status: WorkerStatus }) {
  const { sentence, action } = useStatusWords()(status)
  const { clients: text } = useText()
  const dates = useDates()
  return (
    <section
      aria-live="polite"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl border border-line bg-surface px-5 py-4 shadow-soft sm:px-6"
    >
      <div>
        <p className="font-medium">{sentence}</p>
        {action && <p className="text-sm text-ink-soft">{action}</p>}
        {status.restrictedUntil && (
          <p className="text-sm text-ink-soft">{text.restrictedUntil(dates.exact(status.restrictedUntil))}</p>
        )}
      </div>
      <div className="flex items-center gap-3">
        <span className="text-[0.8125rem] text-ink-soft" title={dates.exact(status.since)}>
          {dates.ago(status.since)}
        </span>
        <StatusBadge status={status.status} />
      </div>
    </section>
  )
}

interface LinkBySomebodyElseProps {
  client: Client
  status: WorkerStatus
  onSend: () => void
}

/** While the client shows a QR its card has this; what is connected needs no link. */
function LinkBySomebodyElse({ client, status: { status, code }, onSend }: LinkBySomebodyElseProps) {
  if (status === 'pairing' || isConnectedCode(code)) return null
  const isUnlinked = status === 'logged_out' || (status === 'stopped' && client.phoneNumber === null)
  return <PairingLinkCard clientId={client.id} canMake={isUnlinked} onSend={onSend} />
}

/** What the client does now; while it is being paired, the QR. */
export function ClientOverview({ client }: { client: Client }) {
  const { clients: text, shell } = useText()
  const dates = useDates()
  const cache = useQueryClient()
  const status = useWorkerStatus(client.id)
  const code = status.data?.code
  const [isSendingLink, setSendingLink] = useState(false)
  const sendLink = () => setSendingLink(true)
  // Pairing gives a client its number: read it again when the state changes.
  useEffect(() => {
    if (code !== undefined && isConnectedCode(code))
      void cache.invalidateQueries({ queryKey: queries.clients.key() })
  }, [code, cache])
  if (status.isError && !status.data)
    return <ErrorState error={status.error} onRetry={() => void status.refetch()} />
  if (!status.data) return <LoadingRows rows={2} />
  return (
    <div className="space-y-6">
      <StateCard status={status.data} />
      {status.data.status === 'pairing' && (
        <PairingCard status={status.data}>
          <PairingLinks clientId={client.id} onSend={sendLink} />
        </PairingCard>
      )}
      {status.data.status === 'passkey_required' && <PasskeyCard client={client} />}
      <LinkBySomebodyElse client={client} status={status.data} onSend={sendLink} />
      {code !== undefined && isConnectedCode(code) && <NextStepCard clientId={client.id} />}
      {isSendingLink && <MakeLinkDialog clientId={client.id} onClose={() => setSendingLink(false)} />}
      <SectionCard title={text.details}>
        <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
          <Fact name={text.facts.number}>
            <span className="tabular-nums">{client.phoneNumber ?? text.noNumber}</span>
          </Fact>
          <Fact name={text.facts.network}>{text.networks[status.data.network]}</Fact>
          <Fact name={text.facts.activity}>
            {client.lastActivityAt ? dates.ago(client.lastActivityAt) : shell.never}
          </Fact>
          <Fact name={text.facts.created}>{dates.date(client.createdAt)}</Fact>
          <NewChats newChats={status.data.newChats} />
          <Fact name={text.facts.id}>
            <code className="text-[0.8125rem] font-normal">{client.id}</code>
          </Fact>
        </dl>
      </SectionCard>
      {client.phoneNumber !== null && <HealthCard clientId={client.id} />}
    </div>
  )
}
