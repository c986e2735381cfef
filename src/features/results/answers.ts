import type { CallContext, Handlers } from '../../contract/handlers.ts'
import { foldText } from '../../core/flow/expressions/fold.ts'
import type { Database } from '../../db/client.ts'
import type { FlowCatalog, FlowService } from '../flows/index.ts'
import { AnswerReader, type AnswerRow } from './answer-rows.ts'
import { type Column, listColumns } from './columns.ts'
import { compareKeys, type PagePlace, parseCursor, type SortKey, toSortKey } from './cursors.ts'
import { toPlace, type Walk, walkRuns } from './run-walk.ts'
import { resultStore } from './store.ts'

type ResultHandlers = Handlers['flows']['results']
export type AnswersInput = Parameters<ResultHandlers['answers']>[0]
export type ExportInput = Parameters<ResultHandlers['exportAnswers']>[0]
type Filter = Omit<AnswersInput, 'sort' | 'descending' | 'cursor' | 'limit'>
type Caller = Pick<CallContext, 'owner' | 'principal'>

/** Versions whose columns are known before any row is read. */
const MAX_VERSIONS = 10

export interface AnswersDeps {
  db: Database
  catalog: FlowCatalog
  flows: Pick<FlowService, 'read'>
}

export interface AnswerPage {
  columns: Column[]
  rows: AnswerRow[]
  lookedAt: number
  isPartial: boolean
  next: PagePlace | null
}

/** What people answered in a flow, as its runs recorded it. Someone else's flow is NOT_FOUND, like a missing one. */
export class Answers {
  readonly #deps: AnswersDeps

  constructor(deps: AnswersDeps) {
    this.#deps = deps
  }

  async readPage({ sort, descending, cursor, limit, ...filter }: AnswersInput, caller: Caller) {
    const isSorted = sort !== 'createdAt'
    const after = parseCursor(cursor, isSorted)
    const walk = await this.#startWalk(filter, caller, limit)
    return isSorted
      ? readSorted(walk, { column: sort, descending, after, limit })
      : readInTime({ ...walk, order: descending ? 'desc' : 'asc' }, after, limit)
  }

  /** Newest first, without what a page tells beside its rows. */
  async readPiece({ cursor, limit, format: _, columns: __, ...filter }: ExportInput, caller: Caller) {
    const walk = await this.#startWalk(filter, caller, limit)
    return readInTime(walk, parseCursor(cursor, false), limit)
  }

  async #startWalk(filter: Filter, { owner, principal }: Caller, wanted: number): Promise<Walk> {
    const { db, catalog, flows } = this.#deps
    const { id: flowId } = await flows.read(filter.id, owner)
    const versions = filter.versions ?? null
    const reader = new AnswerReader({ db, catalog })
    const ids = await resultStore.readVersionIds(db, flowId, versions, MAX_VERSIONS)
    const snapshots = await catalog.load(db, ids)
    for (const column of ids.flatMap((id) => listColumns(snapshots.get(id)))) {
      if (!reader.columns.has(column.id)) reader.columns.set(column.id, column)
    }
    const look = {
      flowId,
      from: filter.from ?? null,
      to: filter.to ?? null,
      after: null,
      clientId: filter.clientId ?? null,
      clientIds: principal.clientIds ?? null,
      versions,
      states: filter.states ?? null,
      tests: filter.tests,
    }
    const values = { result: filter.result ?? null, where: filter.where }
    return { db, reader, order: 'desc', look, filter: values, wanted }
  }
}

const listFound = ({ reader }: Walk): Column[] => {
  const columns = [...reader.columns.values()]
  return [
    ...columns.filter(({ kind }) => kind === 'question'),
    ...columns.filter(({ kind }) => kind === 'variable'),
  ]
}

async function readInTime(walk: Walk, after: PagePlace | null, limit: number): Promise<AnswerPage> {
  const rows: AnswerRow[] = []
  let next: PagePlace | null = after
  let lookedAt = 0
  const toPage = (): AnswerPage => ({ columns: listFound(walk), rows, lookedAt, isPartial: false, next })
  for await (const batch of walkRuns({ ...walk, look: { ...walk.look, after } })) {
    lookedAt = batch.lookedAt
    const taken = batch.rows.slice(0, limit - rows.length)
    rows.push(...taken)
    const isWhole = taken.length === batch.rows.length
    const last = rows.at(-1)
    if (!isWhole && last) {
      next = toPlace(last.run)
      return toPage()
    }
    next = batch.isEnd || batch.place === null ? null : toPlace(batch.place)
    if (rows.length === limit) return toPage()
  }
  return toPage()
}

interface Sorting {
  column: string
  descending: boolean
  after: PagePlace | null
  limit: number
}

/** The newest that fit, sorted by a column; what has no value comes last. Later pages look at no newer ones than the first. */
async function readSorted(walk: Walk, { column, descending, after, limit }: Sorting): Promise<AnswerPage> {
  const found: { row: AnswerRow; key: SortKey }[] = []
  let lookedAt = 0
  let isPartial = true
  const from = after?.newest
    ? { ...after.newest, createdAtUs: `${BigInt(after.newest.createdAtUs) + 1n}` }
    : null
  for await (const batch of walkRuns({ ...walk, look: { ...walk.look, after: from } })) {
    lookedAt = batch.lookedAt
    isPartial = !batch.isEnd
    for (const row of batch.rows) found.push({ row, key: toSortKey(row.values.get(column)?.value, foldText) })
  }
  const newest = after?.newest ?? (found[0] && toPlace(found[0].row.run))
  const compare = (a: PagePlace, b: PagePlace): number => compareRows(a, b, descending)
  const placed = found
    .map(({ row, key }) => ({ row, place: { ...toPlace(row.run), key } }))
    .sort((a, b) => compare(a.place, b.place))
  const rest = after ? placed.filter(({ place }) => compare(place, after) > 0) : placed
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const next = rest.length > limit && last && newest ? { ...last.place, newest } : null
  return { columns: listFound(walk), rows: page.map(({ row }) => row), lookedAt, isPartial, next }
}

function compareRows(a: PagePlace, b: PagePlace, descending: boolean): number {
  const [x, y] = [a.key ?? null, b.key ?? null]
  const byKey = compareKeys(x, y)
  // Without a value is last both ways.
  if (byKey !== 0) return descending && x !== null && y !== null ? -byKey : byKey
  const byTime = BigInt(b.createdAtUs) - BigInt(a.createdAtUs)
  if (byTime !== 0n) return byTime > 0n ? 1 : -1
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}
