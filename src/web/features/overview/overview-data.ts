import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type api, queries } from '../../app/api.ts'
import { useCounts } from '../conversations/desk/counts.ts'

export type Overview = Awaited<ReturnType<typeof api.workspaces.overview>>
export type Day = Overview['days'][number]

export const RANGES = [7, 30] as const
export type Range = (typeof RANGES)[number]

const REFRESH_MS = 60_000

/** Counts end here. */
export const MOST_COUNTED = 1_000
export const MOST_FAILED = 100

/**
 * Read again now and then, whenever one returns to the page, and as soon as another number of conversations waits, which comes
 * by itself.
 */
export function useOverview(clientId: string | undefined, days: Range) {
  const waiting = useCounts(clientId)?.waiting
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const overview = useQuery(
    queries.workspaces.overview.queryOptions({
      input: { ...(clientId !== undefined && { clientId }), days, timeZone },
      refetchInterval: REFRESH_MS,
      refetchOnWindowFocus: true,
      placeholderData: (before) => before,
    }),
  )
  const { data, refetch } = overview
  const told = data?.waiting.count
  useEffect(() => {
    if (waiting !== undefined && told !== undefined && waiting !== told) void refetch()
  }, [waiting, told, refetch])
  return overview
}

/** Sums over all days. */
export const sumOf = (days: readonly Day[], key: Exclude<keyof Day, 'day'>): number =>
  days.reduce((sum, day) => sum + day[key], 0)

/** Whether the first steps are done; what is not connected later is said elsewhere. */
export const isSetUp = ({ numbers, hasFlow, hasConversation }: Overview['setup']): boolean =>
  numbers > 0 && hasFlow && hasConversation
