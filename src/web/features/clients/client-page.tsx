import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Client } from './client-data.ts'
import { ClientHistory } from './client-history.tsx'
import { ClientOverview } from './client-overview.tsx'
import { ClientProxyCard } from './client-proxy-card.tsx'
import { ClientSettings } from './client-settings.tsx'
import { DeleteClientCard } from './delete-client-card.tsx'
import { ClientSessionCard } from './session/client-session-card.tsx'
import { WorkerButtons } from './worker-buttons.tsx'

const CallsTab = lazy(async () => ({ default: (await import('../calls/calls-tab.tsx')).CallsTab }))
const ChannelsTab = lazy(async () => ({
  default: (await import('../channels/channels-tab.tsx')).ChannelsTab,
}))
const GroupsTab = lazy(async () => ({ default: (await import('../groups/groups-tab.tsx')).GroupsTab }))

const StatusesTab = lazy(async () => ({
  default: (await import('../statuses/statuses-tab.tsx')).StatusesTab,
}))

const ProfileTab = lazy(async () => ({ default: (await import('../profile/profile-tab.tsx')).ProfileTab }))

const route = getRouteApi('/app/clients/$clientId')

/** Changes when somebody else changed a setting, and not with whatever else happens to the client: the form begins anew. */
const settingsOf = ({
  name,
  sendRatePerSecond,
  sendBurst,
  online,
  humanHandoffDurationSec,
  mainMenuFlowId,
}: Client) =>
  JSON.stringify([name, sendRatePerSecond, sendBurst, online, humanHandoffDurationSec, mainMenuFlowId])

/** One client: what it does now, its settings, and what happened to its connection. */
export function ClientPage() {
  const { clients: text } = useText()
  const { clientId } = route.useParams()
  const { tab = 'overview', group = null, channel = null } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQuery(queries.clients.get.queryOptions({ input: { id: clientId } }))
  const back = <BackLink to="/clients">{text.title}</BackLink>
  if (!client.data) {
    return (
      <Page title={text.title} lead={back}>
        {client.isError ? (
          <ErrorState error={client.error} onRetry={() => void client.refetch()} />
        ) : (
          <LoadingRows rows={3} />
        )}
      </Page>
    )
  }
  const { data } = client
  const tabs = [
    { value: 'overview', name: text.tabs.overview, content: <ClientOverview client={data} /> },
    {
      value: 'profile',
      name: text.tabs.profile,
      content: (
        <Suspense fallback={<LoadingRows rows={3} />}>
          <ProfileTab clientId={clientId} own={data.phoneNumber} />
        </Suspense>
      ),
    },
    {
      value: 'groups',
      name: text.tabs.groups,
      content: (
        <Suspense fallback={<LoadingRows rows={3} />}>
          <GroupsTab
            clientId={clientId}
            own={data.phoneNumber}
            opened={group}
            onOpen={(jid) => void navigate({ search: { tab: 'groups', ...(jid && { group: jid }) } })}
          />
        </Suspense>
      ),
    },
    {
      value: 'channels',
      name: text.tabs.channels,
      content: (
        <Suspense fallback={<LoadingRows rows={3} />}>
          <ChannelsTab
            clientId={clientId}
            opened={channel}
            onOpen={(jid) => void navigate({ search: { tab: 'channels', ...(jid && { channel: jid }) } })}
          />
        </Suspense>
      ),
    },
    {
      value: 'statuses',
      name: text.tabs.statuses,
      content: (
        <Suspense fallback={<LoadingRows rows={3} />}>
          <StatusesTab clientId={clientId} />
        </Suspense>
      ),
    },
    {
      value: 'calls',
      name: text.tabs.calls,
      content: (
        <Suspense fallback={<LoadingRows rows={3} />}>
          <CallsTab clientId={clientId} />
        </Suspense>
      ),
    },
    {
      value: 'settings',
      name: text.tabs.settings,
      content: (
        <div className="space-y-6">
          <ClientSettings key={settingsOf(data)} client={data} />
          <ClientProxyCard clientId={clientId} />
          <ClientSessionCard client={data} />
          <DeleteClientCard client={data} />
        </div>
      ),
    },
    { value: 'history', name: text.tabs.history, content: <ClientHistory clientId={clientId} /> },
  ] as const
  return (
    <Page title={data.name ?? clientId} lead={back} actions={<WorkerButtons clientId={clientId} />}>
      <Tabs
        label={data.name ?? clientId}
        value={tab}
        onChange={(next) =>
          void navigate({ search: next === 'overview' ? {} : { tab: next }, replace: true })
        }
        tabs={tabs}
      />
    </Page>
  )
}
