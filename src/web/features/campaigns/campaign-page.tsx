import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { type Campaign, shareDone, toneOf, useCampaign, useCampaignChange } from './campaign-data.ts'
import { CampaignForm } from './campaign-form.tsx'
import { useCampaignsText } from './campaigns-text.ts'
import { PeopleTable } from './people-table.tsx'

type Asked = 'cancel' | 'delete' | null

function Actions({ campaign }: { campaign: Campaign }) {
  const text = useCampaignsText()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>(null)
  const change = useCampaignChange(() => setAsked(null))
  const remove = useCampaignChange(() => void navigate({ to: '/campaigns' }))
  const { id, clientId, name, state } = campaign
  const one = { clientId, id }
  const isOver = state === 'done' || state === 'cancelled'
  const duplicate = async () => {
    const copy = await api.campaigns.duplicate({ ...one, name: text.copyOf(name).slice(0, 100) })
    await navigate({ to: '/campaigns', search: { client: clientId, id: copy.id } })
  }
  return (
    <>
      {state === 'running' && (
        <Button
          right="build"
          variant="secondary"
          busy={change.isPending}
          onClick={() => change.mutate({ act: () => api.campaigns.pause(one), done: text.paused(name) })}
        >
          {text.pause}
        </Button>
      )}
      {state === 'paused' && (
        <Button
          right="build"
          busy={change.isPending}
          onClick={() => change.mutate({ act: () => api.campaigns.resume(one), done: text.resumed(name) })}
        >
          {text.resume}
        </Button>
      )}
      {!isOver && (
        <Button right="build" variant="secondary" onClick={() => setAsked('cancel')}>
          {state === 'planned' ? text.unplan : text.cancel}
        </Button>
      )}
      {isOver && (
        <>
          <Button
            right="build"
            variant="secondary"
            busy={change.isPending}
            onClick={() => change.mutate({ act: duplicate, done: text.copied })}
          >
            {text.duplicate}
          </Button>
          <Button right="build" variant="secondary" onClick={() => setAsked('delete')}>
            {text.remove}
          </Button>
        </>
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={asked === 'delete' ? text.removeTitle(name) : text.cancelTitle(name)}
          description={
            asked === 'delete' ? text.removeBody : state === 'planned' ? text.unplanBody : text.cancelBody
          }
          action={asked === 'delete' ? text.remove : state === 'planned' ? text.unplan : text.cancel}
          busy={change.isPending || remove.isPending}
          onConfirm={() =>
            asked === 'delete'
              ? remove.mutate({ act: () => api.campaigns.delete(one), done: text.removed(name) })
              : change.mutate({ act: () => api.campaigns.cancel(one), done: text.cancelled(name) })
          }
        />
      )}
    </>
  )
}

function Tile({ name, value, isBad = false }: { name: string; value: number; isBad?: boolean }) {
  return (
    <div className="rounded-xl border border-line px-4 py-3">
      <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
      <dd className={`text-2xl font-semibold tabular-nums ${isBad && value > 0 ? 'text-bad' : ''}`}>
        {value}
      </dd>
    </div>
  )
}

/** How far it is, as figures that move while it runs. */
function Progress({ campaign }: { campaign: Campaign }) {
  const text = useCampaignsText()
  const dates = useDates()
  const { state, counts, startAt, pausedBecause, isWaiting } = campaign
  const share = shareDone(campaign)
  const waits = counts.waiting + counts.queued
  return (
    <Card className="mb-6 p-5">
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <Badge tone={toneOf(state)} {...(state === 'running' && { dot: 'moving' as const })}>
          {text.states[state]}
        </Badge>
        <span className="text-sm text-ink-soft">
          {state === 'planned' && startAt && text.plannedFor(dates.near(startAt))}
          {state === 'paused' && text.pausedBecause[pausedBecause ?? 'person']}
          {isWaiting && text.waitsForNumber}
        </span>
      </p>
      {state !== 'planned' && (
        <>
          <div
            role="progressbar"
            aria-label={text.progress}
            aria-valuenow={share}
            aria-valuemin={0}
            aria-valuemax={100}
            className="mb-5 h-3 overflow-hidden rounded-full bg-sunken"
          >
            <div
              className="h-full rounded-full bg-accent transition-[width]"
              style={{ width: `${share}%` }}
            />
          </div>
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            <Tile name={text.figures.waiting} value={waits} />
            <Tile name={text.figures.sent} value={counts.sent} />
            <Tile name={text.figures.delivered} value={counts.delivered} />
            <Tile name={text.figures.read} value={counts.read} />
            <Tile name={text.figures.answered} value={counts.answered} />
            <Tile name={text.figures.failed} value={counts.failed} isBad />
            <Tile name={text.figures.optedOut} value={counts.optedOut} />
            <Tile name={text.figures.leftOut} value={counts.leftOut} />
          </dl>
        </>
      )}
    </Card>
  )
}

/** A campaign: its form while it is a draft, and then how far it is with whom. */
export function CampaignPage({ clientId, campaignId }: { clientId: string; campaignId: string }) {
  const text = useCampaignsText()
  const { data: campaign, isPending, isError, error, refetch } = useCampaign(clientId, campaignId)
  const lead = <BackLink to="/campaigns">{text.title}</BackLink>
  if (campaign?.state === 'draft')
    return (
      <Page title={campaign.name} lead={lead} actions={<DraftActions campaign={campaign} />}>
        <CampaignForm key={campaign.id} campaign={campaign} clients={null} />
      </Page>
    )
  return (
    <Page
      title={campaign?.name ?? text.title}
      lead={lead}
      actions={campaign && <Actions campaign={campaign} />}
    >
      {isPending && <LoadingRows />}
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {campaign && <Progress campaign={campaign} />}
      {campaign && campaign.startedAt !== null && <PeopleTable campaign={campaign} />}
    </Page>
  )
}

function DraftActions({ campaign }: { campaign: Campaign }) {
  const text = useCampaignsText()
  const navigate = useNavigate()
  const remove = useCampaignChange(() => void navigate({ to: '/campaigns' }))
  const { id, clientId, name } = campaign
  return (
    <Button
      right="build"
      variant="quiet"
      busy={remove.isPending}
      onClick={() =>
        remove.mutate({ act: () => api.campaigns.delete({ clientId, id }), done: text.removed(name) })
      }
    >
      {text.remove}
    </Button>
  )
}
