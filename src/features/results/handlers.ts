import type { Handlers } from '../../contract/handlers.ts'
import { toCsvLine } from '../../core/csv.ts'
import type { AnswerRow } from './answer-rows.ts'
import { type AnswerPage, Answers, type AnswersDeps, type ExportInput } from './answers.ts'
import type { Column } from './columns.ts'
import { toCursor } from './cursors.ts'
import { SplitTests } from './split-tests.ts'

type ResultHandlers = Handlers['flows']['results']
type Row = Awaited<ReturnType<ResultHandlers['answers']>>['rows'][number]

function toRow({ run, result, values }: AnswerRow): Row {
  return {
    id: run.id,
    clientId: run.clientId,
    contactJid: run.contactJid,
    contactName: run.contactName,
    version: run.version,
    isTest: run.isTest,
    // Only states of the engine are ever stored.
    state: run.state as Row['state'],
    result,
    error: run.error,
    createdAt: run.createdAt.toISOString(),
    lastEventAt: run.lastEventAt?.toISOString() ?? null,
    values: Object.fromEntries(values),
  }
}

const FIXED = [
  'id',
  'contactName',
  'contactJid',
  'clientId',
  'version',
  'state',
  'result',
  'createdAt',
  'lastEventAt',
] as const

/** A name for each column of the file; one that two have gets the id behind it. */
function nameColumns(ids: readonly string[], known: readonly Column[]): string[] {
  const labels = new Map(known.map(({ id, label }) => [id, label]))
  const names = ids.map((id) => labels.get(id) ?? id)
  const taken: readonly string[] = [...FIXED, ...names]
  return names.map((name, index) =>
    taken.filter((other) => other === name).length > 1 ? `${name} (${ids[index]})` : name,
  )
}

/** How far an export is: the first piece has the head of the file, and `hasRows` tells that a record stands before the next. */
interface Progress {
  isFirst: boolean
  hasRows: boolean
}

/** The next piece of the file; the last one has its end. */
function writePiece(
  { format, columns }: ExportInput,
  page: AnswerPage,
  { isFirst, hasRows }: Progress,
): string {
  const rows = page.rows.map(toRow)
  if (format === 'csv') {
    const lines = rows.map((row) =>
      toCsvLine([...FIXED.map((name) => row[name]), ...columns.map((id) => row.values[id]?.value)]),
    )
    const head = isFirst ? toCsvLine([...FIXED, ...nameColumns(columns, page.columns)]) : ''
    return `${head}${lines.join('')}`
  }
  const records = rows.map(({ values, ...row }) => JSON.stringify({ ...row, values: pick(values, columns) }))
  const body = records.map((record, index) => (hasRows || index > 0 ? `,\n${record}` : record)).join('')
  return `${isFirst ? '[' : ''}${body}${page.next === null ? ']\n' : ''}`
}

/** Behind the cursor of an export whose file has a row already. */
const WITH_ROWS = '.rows'

function readProgress(cursor: string | undefined): Progress & { cursor: string | undefined } {
  const hasRows = cursor?.endsWith(WITH_ROWS) ?? false
  return {
    isFirst: cursor === undefined,
    hasRows,
    cursor: hasRows ? cursor?.slice(0, -WITH_ROWS.length) : cursor,
  }
}

const pick = (values: Row['values'], columns: readonly string[]) =>
  Object.fromEntries(columns.flatMap((id) => (values[id] ? [[id, values[id]]] : [])))

export function createResultHandlers(deps: AnswersDeps): ResultHandlers {
  const answers = new Answers(deps)
  const tests = new SplitTests(deps)
  return {
    async answers(input, caller) {
      const { rows, next, ...page } = await answers.readPage(input, caller)
      return { ...page, rows: rows.map(toRow), nextCursor: next && toCursor(next) }
    },
    goals: async (input, caller) =>
      (await tests.readGoals(input, caller)).map(({ lastAt, ...goal }) => ({
        ...goal,
        lastAt: lastAt.toISOString(),
      })),
    tests: (input, caller) => tests.readTests(input, caller),
    async exportAnswers(input, caller) {
      const { cursor, ...progress } = readProgress(input.cursor)
      const page = await answers.readPiece({ ...input, cursor }, caller)
      const hasRows = progress.hasRows || page.rows.length > 0
      return {
        text: writePiece(input, page, progress),
        rows: page.rows.length,
        nextCursor: page.next && `${toCursor(page.next)}${hasRows ? WITH_ROWS : ''}`,
      }
    },
  }
}
