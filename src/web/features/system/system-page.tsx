import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type api, queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useLanguage, useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card, SectionCard } from '../../ui/card.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { toneOf } from '../clients/client-data.ts'
import { formatBytes, isBehind } from './system-figures.ts'
import { useSystemText } from './system-text.ts'

export type SystemStatus = Awaited<ReturnType<typeof api.server.status>>

const REFRESH_MS = 5000

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-5 sm:grid-cols-3 lg:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
          <dd className="mt-0.5 font-medium break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What an operator should look at, or that there is nothing. */
function Health({ status }: { status: SystemStatus }) {
  const text = useSystemText()
  const { clients, counts, backlog, hosts, webVersions } = status
  const problems = [
    clients.unowned > 0 && text.unowned(clients.unowned),
    clients.running > 0 && hosts.length === 0 && text.noHosts,
    isBehind(backlog, Date.now()) && text.behind,
    counts.failedProxies > 0 && text.failedProxies(counts.failedProxies),
    ...webVersions.flatMap(({ network, version, isOld, problem }) => [
      isOld && text.oldVersion(text.networks[network], version),
      problem !== null && text.unreadPage(text.networks[network], problem),
    ]),
  ].filter((problem) => problem !== false)
  const Icon = problems.length > 0 ? TriangleAlert : CircleCheck
  return (
    <Card
      role="status"
      className={`flex items-start gap-3 px-5 py-4 sm:px-6 ${problems.length > 0 ? 'text-warn' : 'text-good'}`}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div>
        {(problems.length > 0 ? problems : [text.healthy]).map((sentence) => (
          <p key={sentence} className="font-medium">
            {sentence}
          </p>
        ))}
      </div>
    </Card>
  )
}

function Service({ status }: { status: SystemStatus }) {
  const text = useSystemText()
  const dates = useDates()
  const { tag } = useLanguage()
  const { version, runtime, startedAt, memoryBytes, database } = status
  return (
    <SectionCard title={text.service}>
      <Facts
        facts={[
          [text.facts.version, version],
          [text.facts.runtime, runtime],
          [text.facts.up, dates.exact(startedAt)],
          [text.facts.memory, formatBytes(memoryBytes, tag)],
          [text.facts.database, database.version],
          [text.facts.size, formatBytes(database.sizeBytes, tag)],
          [text.facts.latency, text.ms(database.latencyMs)],
        ]}
      />
    </SectionCard>
  )
}

function WebVersions({ webVersions }: Pick<SystemStatus, 'webVersions'>) {
  const text = useSystemText()
  const dates = useDates()
  const { network, version, source, confirmed, newest } = text.versionColumns
  return (
    <Card>
      <div className="border-b border-line p-5 sm:px-6">
        <h2 className="text-base font-semibold">{text.versions}</h2>
        <p className="mt-0.5 text-sm text-ink-soft">{text.versionsBody}</p>
      </div>
      <Table
        label={text.versions}
        columns={[network, version, source, newest, confirmed].map((name) => ({ name }))}
      >
        {webVersions.map((each) => (
          <tr key={each.network}>
            <Cell className="first-letter:uppercase">{text.networks[each.network]}</Cell>
            <Cell className="tabular-nums">{each.version}</Cell>
            <Cell>{text.versionSources[each.source]}</Cell>
            <Cell className="tabular-nums">{each.newest ?? text.none}</Cell>
            <Cell className={each.isOld ? 'text-warn' : 'text-ink-soft'}>{dates.ago(each.confirmedAt)}</Cell>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

function Backlog({ backlog }: { backlog: SystemStatus['backlog'] }) {
  const text = useSystemText()
  const dates = useDates()
  return (
    <Card>
      <div className="border-b border-line p-5 sm:px-6">
        <h2 className="text-base font-semibold">{text.backlog}</h2>
        <p className="mt-0.5 text-sm text-ink-soft">{text.backlogBody}</p>
      </div>
      <Table
        label={text.backlog}
        columns={[{ name: text.columns.kind }, { name: text.columns.waiting }, { name: text.columns.oldest }]}
      >
        {(['inbound', 'outbound', 'webhooks', 'timers'] as const).map((kind) => (
          <tr key={kind}>
            <Cell>{text.kinds[kind]}</Cell>
            <Cell className="tabular-nums">{backlog[kind].waiting}</Cell>
            <Cell className="text-ink-soft">
              {backlog[kind].oldestAt ? dates.ago(backlog[kind].oldestAt) : text.none}
            </Cell>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

function Clients({ clients, hosts }: Pick<SystemStatus, 'clients' | 'hosts'>) {
  const text = useSystemText()
  const { statusNames } = useText()
  const states = Object.entries(clients.byStatus)
  return (
    <SectionCard title={text.clients} description={text.clientsBody(clients.total, clients.running)}>
      {states.length > 0 && (
        <ul className="mb-5 flex flex-wrap gap-2">
          {states.map(([state, count]) => {
            const known = state as keyof typeof statusNames
            return (
              <li key={state}>
                <Badge tone={toneOf(known)} dot="still">
                  {statusNames[known] ?? state} · {count}
                </Badge>
              </li>
            )
          })}
        </ul>
      )}
      <h3 className="text-sm font-medium">{text.hosts}</h3>
      <p className="text-[0.8125rem] text-ink-soft">{text.hostsBody}</p>
      <ul className="mt-2 divide-y divide-line text-sm">
        {hosts.map(({ id, clients: owned }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2">
            <code className="min-w-0 text-[0.8125rem] break-all">{id}</code>
            <span className="tabular-nums">{owned}</span>
          </li>
        ))}
        {hosts.length === 0 && <li className="py-2 text-ink-soft">{text.none}</li>}
      </ul>
    </SectionCard>
  )
}

/** How the whole service does; only administrators get to see it. */
export function SystemPage() {
  const text = useSystemText()
  const { tag } = useLanguage()
  const status = useQuery(queries.server.status.queryOptions({ input: {}, refetchInterval: REFRESH_MS }))
  const number = new Intl.NumberFormat(tag)
  return (
    <Page title={text.title} intro={text.intro}>
      {status.isPending && (
        <Card>
          <LoadingRows rows={6} />
        </Card>
      )}
      {status.isError && !status.data && (
        <Card>
          <ErrorState error={status.error} onRetry={() => void status.refetch()} />
        </Card>
      )}
      {status.data && (
        <div className="space-y-6">
          <Health status={status.data} />
          <Service status={status.data} />
          {status.data.webVersions.length > 0 && <WebVersions webVersions={status.data.webVersions} />}
          <Backlog backlog={status.data.backlog} />
          <Clients clients={status.data.clients} hosts={status.data.hosts} />
          <SectionCard title={text.counts}>
            <Facts
              facts={Object.entries(text.countNames).map(([key, name]) => [
                name,
                number.format(status.data.counts[key as keyof SystemStatus['counts']]),
              ])}
            />
          </SectionCard>
        </div>
      )}
    </Page>
  )
}
