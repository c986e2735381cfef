import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Inbox, MessagesSquare, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { pageTitle } from '../../ui/messages/page-title.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { ConversationList } from './conversation-list.tsx'
import { type Narrowing, pickClient } from './inbox-queries.ts'
import { Thread } from './thread/thread.tsx'

const ContactPanel = lazy(async () => ({ default: (await import('./contact-panel.tsx')).ContactPanel }))
const ApprovalQueue = lazy(async () => ({
  default: (await import('./approvals/approval-queue.tsx')).ApprovalQueue,
}))

const route = getRouteApi('/app/inbox')

/** The conversations of the client, or the answers of all clients that wait for approval. */
function LeftList({
  clients,
  clientId,
}: {
  clients: Parameters<typeof ConversationList>[0]['clients']
  clientId: string
}) {
  const { approvals, chat: jid, all, show, label, department } = route.useSearch()
  const navigate = route.useNavigate()
  const place = { client: clientId, ...(all && { all }) }
  const here = { ...place, ...(jid && { chat: jid }) }
  const kept = { ...(show && { show }), ...(label && { label }), ...(department && { department }) }
  /** Narrows the list in one way, and keeps the others. */
  const narrow = (change: Narrowing) => {
    const given = Object.entries({ ...kept, ...change }).filter(([, value]) => value !== undefined)
    void navigate({ search: { ...here, ...(Object.fromEntries(given) as typeof kept) } })
  }
  if (approvals) {
    return (
      <Suspense fallback={<LoadingRows />}>
        <ApprovalQueue
          clients={clients}
          chosen={{ clientId, jid }}
          onChoose={(client, chat) => void navigate({ search: { client, chat, approvals } })}
          onBack={() => void navigate({ search: { client: clientId } })}
        />
      </Suspense>
    )
  }
  return (
    <ConversationList
      key={all ? '' : clientId}
      clients={clients}
      clientId={all ? undefined : clientId}
      show={show}
      label={label}
      department={department}
      chosen={{ clientId, jid }}
      onClient={(client) => void navigate({ search: { ...(client ? { client } : { all: true }), ...kept } })}
      onShow={(next) => narrow({ show: next })}
      onLabel={(next) => narrow({ label: next })}
      onDepartment={(next) => narrow({ department: next })}
      onChoose={(one) =>
        void navigate({ search: { ...place, ...kept, client: one.clientId, chat: one.jid } })
      }
      onApprovals={() => void navigate({ search: { client: clientId, approvals: true } })}
    />
  )
}

/** Conversations at the left, the chosen one at the right; on a phone one after the other. */
export function InboxPage() {
  const { chat: text, shell } = useText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  // Picked once: what is written meanwhile to another client does not take the page away.
  const [picked, setPicked] = useState<string>()
  const latest = clients.data && pickClient(clients.data)
  if (picked === undefined && latest !== undefined) setPicked(latest)
  const clientId = search.client ?? picked
  const { chat: jid } = search
  const [hasPanel, setPanel] = useState(() => matchMedia('(min-width: 80rem)').matches)
  useEffect(() => {
    pageTitle.show(`${text.title} · ${shell.product}`)
  }, [text, shell])
  const toClients = (
    <Button asChild>
      <Link to="/clients">{shell.toNumbers}</Link>
    </Button>
  )
  // Where the address names the client, its conversations are asked for at once and not after the list of clients.
  if (clientId === undefined || clients.data?.length === 0) {
    return (
      <Page title={text.title}>
        <Card>
          {clients.isError && <ErrorState error={clients.error} onRetry={() => void clients.refetch()} />}
          {clients.isPending && <LoadingRows />}
          {clients.data && (
            <EmptyState icon={Inbox} title={text.noClient} action={toClients}>
              {text.noClientBody}
            </EmptyState>
          )}
        </Card>
      </Page>
    )
  }
  return (
    <div className="relative flex h-[calc(100dvh-3.5rem)] lg:h-dvh">
      <h1 className="sr-only">{text.title}</h1>
      <section
        aria-label={text.conversations}
        className={classes('w-full flex-col border-e border-line md:flex md:w-80', jid ? 'hidden' : 'flex')}
      >
        <LeftList clients={clients.data ?? []} clientId={clientId} />
      </section>
      <section className={classes('min-w-0 flex-1 flex-col md:flex', jid ? 'flex' : 'hidden')}>
        {jid ? (
          <Thread
            key={`${clientId} ${jid}`}
            clientId={clientId}
            jid={jid}
            onBack={() =>
              void navigate({ search: ({ chat: _left, ...rest }) => ({ ...rest, client: clientId }) })
            }
            onPanel={() => setPanel((now) => !now)}
          />
        ) : (
          <div className="grid flex-1 place-items-center">
            <EmptyState icon={MessagesSquare} title={text.choose}>
              {text.chooseBody}
            </EmptyState>
          </div>
        )}
      </section>
      {jid && hasPanel && (
        <aside
          aria-label={text.contact}
          className="absolute inset-y-0 end-0 z-20 w-80 max-w-full overflow-y-auto border-s border-line bg-surface shadow-raised xl:static xl:shadow-none"
        >
          <Button
            variant="quiet"
            size="icon"
            className="absolute top-3 end-3 xl:hidden"
            aria-label={shell.close}
            onClick={() => setPanel(false)}
          >
            <X aria-hidden />
          </Button>
          <Suspense fallback={<LoadingRows />}>
            <ContactPanel key={`${clientId} ${jid}`} clientId={clientId} jid={jid} />
          </Suspense>
        </aside>
      )}
    </div>
  )
}
