import type { Handlers } from '../../contract/handlers.ts'
import { hasScope } from '../../contract/scopes.ts'
import type { Executor } from '../../db/transaction.ts'
import { type CalendarDay, listDays } from './day-bounds.ts'
import { DayCounts, NOTHING } from './day-counts.ts'
import { type FailedRow, overviewStore } from './store.ts'

const SHOWN_FAILED = 5

export interface OverviewDeps {
  db: Executor
  nowMs(): number
}

const toFailed = ({ failedAt, ...run }: FailedRow) => ({ ...run, failedAt: failedAt.toISOString() })

interface Parts {
  db: Executor
  counts: DayCounts
}

/** What was written and who came on each day. */
async function readDays(
  { db, counts }: Parts,
  clientIds: readonly string[],
  days: readonly CalendarDay[],
  since: Date,
) {
  const written = await counts.read(clientIds, days)
  const came = await overviewStore.listNewContacts(db, clientIds, since)
  return days.map(({ day, fromSec, toSec }, at) => ({
    day,
    ...(written[at] ?? NOTHING),
    newContacts: came.filter(({ atSec }) => atSec >= fromSec && atSec < toSec).length,
  }))
}

async function readWaiting(db: Executor, clientIds: readonly string[]) {
  const row = await overviewStore.readWaiting(db, clientIds)
  if (!row) return { count: 0, oldest: null }
  const { count, since, ...oldest } = row
  return { count, oldest: { ...oldest, since: since.toISOString() } }
}

async function readFailed(db: Executor, clientIds: readonly string[], since: Date) {
  const failed = await overviewStore.listFailed(db, clientIds, since)
  return { count: failed.length, newest: failed.slice(0, SHOWN_FAILED).map(toFailed) }
}

/** How a workspace does, as far as its caller sees it. The statements come one after the other: a page takes one connection. */
export function createOverview({ db, nowMs }: OverviewDeps): Handlers['workspaces']['overview'] {
  const parts = { db, counts: new DayCounts(db, nowMs) }
  return async ({ clientId, days: count, timezone }, { owner, principal }) => {
    const seen = principal.clientIds
    const numbers = await overviewStore.listNumbers(db, owner, seen, clientId)
    const clientIds = numbers.map(({ id }) => id)
    const days = listDays(nowMs(), count, timezone)
    const since = new Date((days[0]?.fromSec ?? 0) * 1_000)
    const setup = await overviewStore.readSetup(db, clientIds, owner, seen)
    return {
      days: await readDays(parts, clientIds, days, since),
      waiting: await readWaiting(db, clientIds),
      unread: await overviewStore.countUnread(db, clientIds),
      failedRuns: hasScope(principal, 'runs:read') ? await readFailed(db, clientIds, since) : null,
      setup: {
        numbers: numbers.length,
        connected: numbers.filter(({ connected }) => connected).length,
        hasFlow: setup?.hasFlow ?? false,
        isAnswering: setup?.isAnswering ?? false,
        hasConversation: setup?.hasConversation ?? false,
        members: setup?.members ?? 1,
      },
    }
  }
}
