/** Which numbers and days the overview is about, as its address says it. */
export interface OverviewChoice {
  client?: string
  days?: 30
}

export const parseOverviewChoice = (search: Record<string, unknown>): OverviewChoice => ({
  ...(typeof search.client === 'string' && { client: search.client }),
  ...(search.days === 30 && { days: 30 as const }),
})
