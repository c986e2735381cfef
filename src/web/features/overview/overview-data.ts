import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type api, queries } from '../../app/api.ts'
import { useCounts } from '../conversations/desk/counts.ts'

export type Overview = Awaited<ReturnType<typeof api.workspaces.overview>>
export type Day = Overview['days'][number]

export const RANGES = [7, 30] as const
export type Range = (typeof RANGES)[number]

const REFRESH_MS = 60_000
const TIMEZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Counts end here. */
export const MOST_COUNTED = 1_000
export const MOST_FAILED = 100

/**
 * Read again now and then, whenever one returns to the page, and as soon as another number of conversations waits, which comes
 * by itself.
 */
export function useOverview(clientId: string | undefined, days: Range) {
  const waiting = useCounts(clientId)?.waiting
  const overview = useQuery(
    queries.workspaces.overview.queryOptions({
      input: { ...(clientId !== undefined && { clientId }), days, timezone: TIMEZONE },
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

/** How long contacts waited for a person in the days of an overview. */
export function useFirstAnswers(clientId: string | undefined, days: readonly Day[]) {
  const [from = '', to = ''] = [days[0]?.day, days.at(-1)?.day]
  const input = { ...(clientId !== undefined && { clientId }), from, to, timezone: TIMEZONE }
  return useQuery(
    queries.chat.measureFirstAnswers.queryOptions({
      input,
      refetchInterval: REFRESH_MS,
      placeholderData: (before) => before,
    }),
  ).data?.all
}
