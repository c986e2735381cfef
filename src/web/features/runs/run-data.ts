import { useQuery } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import type { Tone } from '../../ui/badge.tsx'
import { buildDistinctNames } from '../flows/flow-names.ts'
import { useRunsText } from './runs-text.ts'

export type Run = Awaited<ReturnType<typeof api.flows.states.get>>
/** A run as lists have it. */
export type ListedRun = Awaited<ReturnType<typeof api.flows.states.list>>['states'][number]
type RunFilters = NonNullable<Parameters<typeof api.flows.states.list>[0]>
export type RunError = NonNullable<RunFilters['error']>
export type TestedDraft = Awaited<ReturnType<typeof api.flows.states.testedDraft>>['flow']
export type RunState = Run['state']
export type RunStory = Awaited<ReturnType<typeof api.flows.states.story>>
export type RunSend = RunStory['sends'][number]
export type RunStep = RunStory['steps'][number]

const TONES: Partial<Record<RunState, Tone>> = {
  running: 'good',
  waiting_input: 'good',
  waiting_timer: 'good',
  waiting_effect: 'good',
  waiting_approval: 'warn',
  handed_off: 'warn',
  failed: 'bad',
}

const ENDED: ReadonlySet<RunState> = new Set(['completed', 'failed', 'cancelled', 'expired'])

export const toneOf = (state: RunState): Tone => TONES[state] ?? 'neutral'
export const isOver = (state: RunState): boolean => ENDED.has(state)

/** Names of the person's clients, by id. */
export function useClientNames(): (clientId: string) => string {
  const { data } = useQuery(
    queries.clients.list.queryOptions({
      input: {},
      select: (clients) =>
        new Map(clients.map(({ id, name, phoneNumber }) => [id, name ?? phoneNumber ?? id])),
    }),
  )
  return (clientId) => data?.get(clientId) ?? '…'
}

/** Names of the person's flows, by id; a flow that was deleted is named so. */
export function useFlowNames(): (flowId: string) => string {
  const text = useRunsText()
  const { data } = useQuery(
    queries.flows.list.queryOptions({
      input: {},
      select: buildDistinctNames,
    }),
  )
  return (flowId) => (data ? (data.get(flowId) ?? text.unknownFlow) : '…')
}
