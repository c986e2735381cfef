import { testCondition } from '../../core/flow/expressions/conditions.ts'
import type { Executor } from '../../db/transaction.ts'
import type { AnswerReader, AnswerRow } from './answer-rows.ts'
import { type LookedRun, type RunLook, type RunPlace, resultStore } from './store.ts'

/** Flow states that one request looks at, by an index and without their values. */
export const MAX_LOOKED_AT = 20_000
/** Flow states whose values one request reads, which is most of the work. */
export const MAX_VALUES_READ = 3_000
/** Flow states whose steps are read at once. */
const BATCH = 100
/** Flow states that a statement looks at, at most. */
const MAX_COUNT = 5_000

export interface ValueFilter {
  result: 'success' | 'failure' | null
  where: readonly { column: string; op: ColumnOp; value?: string | number | boolean | undefined }[]
}

type ColumnOp = 'eq' | 'neq' | 'contains' | 'gt' | 'gte' | 'lt' | 'lte' | 'is_set' | 'is_empty'

export interface Walk {
  db: Executor
  reader: AnswerReader
  order: 'asc' | 'desc'
  look: Omit<RunLook, 'count'>
  filter: ValueFilter
  /** Rows that are wanted: what is looked at first. */
  wanted: number
}

export interface Batch {
  rows: AnswerRow[]
  /** How far it is looked now; null when nothing was there. */
  place: RunPlace | null
  lookedAt: number
  /** Nothing is behind it. */
  isEnd: boolean
}

const NOTHING = { rows: [], place: null, lookedAt: 0 }

/** Rows that fit, batch by batch, in the order in which they began; it ends at the end, or where the bounds are. */
export async function* walkRuns({ db, reader, order, look, filter, wanted }: Walk): AsyncGenerator<Batch> {
  let { after } = look
  let count = Math.min(Math.max(wanted, BATCH), MAX_COUNT)
  let read = 0
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; ) {
    const asked = Math.min(count, MAX_LOOKED_AT - lookedAt)
    const looked = await resultStore.look(db, order, { ...look, after, count: asked })
    const last = looked.at(-1)
    if (!last) return yield { ...NOTHING, lookedAt, isEnd: true }
    const matches = looked.filter((run) => run.matches)
    for (let from = 0; from < matches.length; from += BATCH) {
      const runs = matches.slice(from, from + BATCH)
      const place = runs.at(-1)
      if (!place) break
      const rows = (await reader.read(runs)).filter((row) => fits(row, filter))
      const isEnd = last.place < asked && place === last
      yield { rows, place, lookedAt: lookedAt + place.place, isEnd }
      read += runs.length
      if (isEnd || read >= MAX_VALUES_READ) return
    }
    lookedAt += last.place
    yield { rows: [], place: last, lookedAt, isEnd: last.place < asked }
    if (last.place < asked) return
    after = toPlace(last)
    count = Math.min(count * 4, MAX_COUNT)
  }
}

export const toPlace = ({ createdAtUs, id }: LookedRun | RunPlace): RunPlace => ({ createdAtUs, id })

function fits({ result, values }: AnswerRow, filter: ValueFilter): boolean {
  if (filter.result !== null && result !== filter.result) return false
  return filter.where.every(({ column, op, value }) =>
    testCondition(op, { left: values.get(column)?.value, right: value, tags: [] }),
  )
}
