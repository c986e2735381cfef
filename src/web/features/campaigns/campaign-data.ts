import { useQuery } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useChange } from '../../app/use-change.ts'
import type { Tone } from '../../ui/badge.tsx'

export type Campaign = Awaited<ReturnType<typeof api.campaigns.get>>
/** One of the list, which leaves audiences out: they may be large. */
export type ListedCampaign = Awaited<ReturnType<typeof api.campaigns.list>>[number]
export type CampaignInput = Parameters<typeof api.campaigns.create>[0]
export type Preview = Awaited<ReturnType<typeof api.campaigns.preview>>
export type Person = Awaited<ReturnType<typeof api.campaigns.people>>['people'][number]
export type State = Campaign['state']

/** How often a campaign is read anew while it is under way, and once receipts and answers still come. */
const RUNNING_MS = 5_000
const LATER_MS = 15_000

const TONES: Readonly<Record<State, Tone>> = {
  draft: 'neutral',
  planned: 'neutral',
  running: 'good',
  paused: 'warn',
  done: 'neutral',
  cancelled: 'neutral',
}

export const toneOf = (state: State): Tone => TONES[state]

const isMoving = ({ state }: Pick<Campaign, 'state'>): boolean => state === 'running' || state === 'planned'

export const useCampaigns = () =>
  useQuery({
    ...queries.campaigns.list.queryOptions({ input: {} }),
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? RUNNING_MS : LATER_MS),
  })

export const useCampaign = (clientId: string, id: string) =>
  useQuery({
    ...queries.campaigns.get.queryOptions({ input: { clientId, id } }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? RUNNING_MS : LATER_MS),
  })

/** Does something to campaigns; tells `done` and calls `onDone` when it is done. */
export const useCampaignChange = (onDone: () => void = () => undefined) =>
  useChange(queries.campaigns.key(), onDone)

/** Those who had their turn, of a hundred. */
export function shareDone({ counts: { total, waiting, queued } }: Pick<Campaign, 'counts'>): number {
  return total === 0 ? 100 : Math.round(((total - waiting - queued) / total) * 100)
}
