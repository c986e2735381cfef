import type { Handlers } from '../../../../contract/handlers.ts'
import { fromLocalTime } from '../../../../core/flow/expressions/time/zoned-time.ts'
import type { Database } from '../../../../db/client.ts'
import { type FigureRow, measureFirstAnswers } from '../../read/first-answers.ts'
import { listSeenClients } from './desk.ts'

type FirstAnswerHandlers = Pick<Handlers['chat'], 'measureFirstAnswers'>

const DAY_MS = 86_400_000
const NOTHING = { answered: 0, medianSec: null, p90Sec: null, unanswered: 0, waiting: 0 }

/** The days from the first to the last, as `2026-11-26`. */
function listDays(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const count = Math.round((last - first) / DAY_MS) + 1
  return Array.from({ length: count }, (_, n) => new Date(first + n * DAY_MS).toISOString().slice(0, 10))
}

function toMidnight(day: string, timezone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(fromLocalTime(timezone, { year, month, day: date, hour: 0, minute: 0 }))
}

const toFigures = ({ isAll: _isAll, key: _key, name: _name, ...figures }: FigureRow) => figures

/** How long contacts waited. */
export function createFirstAnswerHandlers({ db }: { db: Database }): FirstAnswerHandlers {
  return {
    async measureFirstAnswers({ clientId, departmentId = null, from, to, timezone, by = null }, ctx) {
      const clientIds = await listSeenClients(db, clientId, ctx)
      const days = listDays(from, to)
      const end = new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10)
      const bounds = [...days, end].map((day) => toMidnight(day, timezone))
      const rows = await measureFirstAnswers(db, { clientIds, bounds, departmentId, by })
      const all = rows.find(({ isAll }) => isAll)
      const groups = by === null ? [] : rows.filter(({ isAll }) => !isAll)
      const keyed = groups.map((row) => ({
        key: by === 'day' ? (days[Number(row.key) - 1] ?? null) : row.key,
        name: row.name,
        ...toFigures(row),
      }))
      if (by === 'day') keyed.sort((one, other) => (String(one.key) < String(other.key) ? -1 : 1))
      return { all: all ? toFigures(all) : NOTHING, groups: keyed }
    },
  }
}
