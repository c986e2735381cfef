import type { Handlers } from '../../contract/handlers.ts'
import { toPhoneNumber } from '../../core/addresses.ts'
import { fileUrl } from '../media/index.ts'
import type { ShownPerson } from './people.ts'
import type { CampaignRow, Counts, ListedRow } from './store.ts'

type Shown = Awaited<ReturnType<Handlers['campaigns']['get']>>
type Listed = Awaited<ReturnType<Handlers['campaigns']['list']>>[number]
type ShownOne = Awaited<ReturnType<Handlers['campaigns']['people']>>['people'][number]

const NOBODY: Counts = {
  ...{ total: 0, leftOut: 0, waiting: 0, queued: 0, sent: 0, delivered: 0, read: 0, answered: 0 },
  ...{ failed: 0, optedOut: 0 },
}

const toTime = (at: Date | null): string | null => at?.toISOString() ?? null

export const toCampaign = (row: CampaignRow, counts?: Counts): Shown => ({
  ...toListed(row, counts),
  text: row.text,
  audience: row.audience,
})

export function toListed(row: ListedRow, counts: Counts = NOBODY): Listed {
  const { id, clientId, name, state, flowId, assetId, mimetype, fileName } = row
  const { total, leftOut, waiting, queued, sent, delivered, read, answered, failed, optedOut } = counts
  return {
    ...{ id, clientId, name, state, flowId, pausedBecause: row.pausedBecause },
    file:
      assetId !== null && mimetype !== null ? { assetId, mimetype, fileName, url: fileUrl(assetId) } : null,
    pace: { atOnce: row.atOnce, perMinute: row.perMinute },
    startAt: toTime(row.startAt),
    isWaiting: state === 'running' && !row.isConnected,
    startedAt: toTime(row.startedAt),
    endedAt: toTime(row.endedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    counts: { total, leftOut, waiting, queued, sent, delivered, read, answered, failed, optedOut },
  }
}

export function toPerson(row: ShownPerson): ShownOne {
  const { jid, name, phone, state, reason, failureParams, messageId, flowStateId } = row
  const hasFailed = state === 'failed' || state === 'queued'
  return {
    ...{ jid, name, phoneNumber: toPhoneNumber(phone), state, reason, messageId, flowStateId },
    failure: hasFailed && reason !== null ? { code: reason, params: failureParams ?? {} } : null,
    sentAt: toTime(row.sentAt),
    deliveredAt: toTime(row.deliveredAt),
    readAt: toTime(row.readAt),
    answeredAt: toTime(row.answeredAt),
    optedOutAt: toTime(row.optedOutAt),
  }
}
