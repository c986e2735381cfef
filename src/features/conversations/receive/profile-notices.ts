import type { Executor } from '../../../db/transaction.ts'
import type { ProfileNews, ProfileNotice } from '../../../network/port.ts'
import type { OwnedClient } from '../records/owned-client.ts'
import { logNotices } from './log-notices.ts'

/** As `contract/events/event-data.ts` describes it. */
function toData(news: ProfileNews): Record<string, unknown> {
  switch (news.kind) {
    case 'name':
      return { change: 'name', name: news.name }
    case 'about':
      return { change: 'about', about: news.about }
    case 'picture':
      return { change: 'picture' }
    case 'privacy':
      return { change: 'privacy', privacy: news.settings }
  }
}

/** Logs what an account changed of its profile at its phone as events, each once. */
export async function logProfileNotices(
  tx: Executor,
  client: OwnedClient,
  notices: readonly ProfileNotice[],
): Promise<void> {
  if (notices.length === 0) return
  // The same one may be twice in a batch.
  const each = [...new Map(notices.map((notice) => [notice.id, notice])).values()]
  const rows = each.flatMap(({ id, atSec, news }) =>
    news.map((part) => ({
      notice: id,
      name: 'profile.updated',
      chat: null,
      data: JSON.stringify({ timestamp: atSec, ...toData(part) }),
    })),
  )
  await logNotices(tx, client, each, rows)
}
