import type { Handlers } from '../../contract/handlers.ts'
import { missing, refusal } from '../../core/errors.ts'
import type { Executor } from '../../db/transaction.ts'
import { ownsClient, readEvents } from './store.ts'
import { toAnswered } from './stream.ts'
import type { EventWatermark } from './watermark.ts'

/** A place in the log; one of an earlier build began with the number of a transaction. */
const PLACE = /^(?:\d{1,20}\.)?(\d{1,15})$/

function parsePlace(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const [, seq] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (seq === undefined) {
    throw refusal('BAD_REQUEST', 'CURSOR_UNKNOWN', {}, { path: 'cursor' })
  }
  return Number(seq)
}

/** The log of events by pages, in the order they were stored. */
export function createEventHandlers(db: Executor, watermark: EventWatermark): Handlers['events'] {
  return {
    async list({ cursor, limit, names, clientId }, { owner, principal }) {
      const after = parsePlace(cursor)
      if (clientId !== undefined && !(await ownsClient(db, owner, clientId))) throw missing('client')
      const upTo = await watermark.advance()
      const range = { after, upTo, limit }
      const rows = await readEvents(db, owner, range, {
        names,
        clientId,
        clientIds: principal.clientIds,
      })
      const place = rows.length === limit ? (rows.at(-1)?.seq ?? after) : Math.max(after, upTo)
      return {
        events: rows.map(toAnswered),
        nextCursor: place === 0 ? null : Buffer.from(String(place)).toString('base64url'),
      }
    },
  }
}
