import { Link } from '@tanstack/react-router'
import { HandMetal, Megaphone, Plus } from 'lucide-react'
import { useMay } from '../../app/workspace.ts'
import { useDates } from '../../i18n/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { type ListedCampaign, toneOf, useCampaigns } from './campaign-data.ts'
import { useCampaignsText } from './campaigns-text.ts'

function CampaignRow({ campaign }: { campaign: ListedCampaign }) {
  const text = useCampaignsText()
  const dates = useDates()
  const { id, clientId, name, state, counts, startAt, startedAt, createdAt } = campaign
  const at = startedAt ?? (state === 'planned' ? startAt : null) ?? createdAt
  const hasBegun = startedAt !== null
  return (
    <tr>
      <Cell className="max-w-64">
        <Link
          to="/campaigns"
          search={{ client: clientId, id }}
          className="block truncate rounded font-medium hover:underline"
        >
          {name}
        </Link>
      </Cell>
      <Cell>
        <Badge tone={toneOf(state)} {...(state === 'running' && { dot: 'moving' as const })}>
          {text.states[state]}
        </Badge>
      </Cell>
      <Cell className="whitespace-nowrap tabular-nums">
        {hasBegun ? text.sentOf(counts.sent, counts.total) : '–'}
      </Cell>
      <Cell className="hidden tabular-nums sm:table-cell">{hasBegun ? counts.answered : '–'}</Cell>
      <Cell className="hidden whitespace-nowrap text-ink-soft sm:table-cell">{dates.near(at)}</Cell>
    </tr>
  )
}

/** Messages, and starts of flows, to a chosen audience. */
export function CampaignsPage() {
  const text = useCampaignsText()
  const mayBuild = useMay()('build')
  const campaigns = useCampaigns()
  const rows = campaigns.data ?? []
  const create = mayBuild && (
    <Button asChild>
      <Link to="/campaigns" search={{ id: 'new' }}>
        <Plus aria-hidden />
        {text.create}
      </Link>
    </Button>
  )
  const columns = [
    { name: text.columns.name },
    { name: text.columns.state },
    { name: text.columns.sent },
    { name: text.columns.answered, className: 'hidden sm:table-cell' },
    { name: text.columns.when, className: 'hidden sm:table-cell' },
  ]
  return (
    <Page title={text.title} intro={text.intro} actions={rows.length > 0 && create}>
      <Card>
        {campaigns.isPending && <LoadingRows rows={3} />}
        {campaigns.isError && <ErrorState error={campaigns.error} onRetry={() => void campaigns.refetch()} />}
        {campaigns.isSuccess && rows.length === 0 && (
          <EmptyState icon={Megaphone} title={text.empty} action={create || undefined}>
            {mayBuild ? text.emptyBody : text.emptyToOthers}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table label={text.title} columns={columns}>
            {rows.map((campaign) => (
              <CampaignRow key={campaign.id} campaign={campaign} />
            ))}
          </Table>
        )}
      </Card>
      <Button asChild variant="quiet" className="mt-4">
        <Link to="/campaigns" search={{ id: 'opted-out' }}>
          <HandMetal aria-hidden />
          {text.optOuts.title}
        </Link>
      </Button>
    </Page>
  )
}
