/** One figure that a bench measures. Paths lead to numbers in its JSON document: names with dots between. */
export interface Figure {
  bench: string
  name: string
  unit: string
  /** What the floor, or the smaller case, needed; absent where there is nothing to compare with. */
  floor?: string
  parley: string
  /** Where the bench compares by round; the two above divided where it does not. Absent where only `parley` counts. */
  ratio?: string
  /** Bounds of the ratio if there is one, else of `parley`. Absent: measured only. */
  atLeast?: number
  atMost?: number
}

const LOADS = { floor: 'floor.perSecond', parley: 'parley.perSecond', ratio: 'throughputRatio' }

/** The figures of the design and of the issues, in its order. */
export const FIGURES: readonly Figure[] = [
  { bench: 'send', name: 'sends', unit: '/s', ...LOADS, atLeast: 0.8 },
  {
    ...{ bench: 'send', name: 'sends, p99', unit: 'ms', atMost: 2 },
    ...{ floor: 'floor.p99Ms', parley: 'parley.p99Ms', ratio: 'p99Ratio' },
  },
  { bench: 'reply', name: 'replies of a flow', unit: '/s', ...LOADS, atLeast: 0.7 },
  { bench: 'reply', name: 'replies of a flow, p50 more', unit: 'ms', parley: 'p50DifferenceMs', atMost: 10 },
  {
    ...{ bench: 'reply', name: 'replies to one contact alone, p50 more', unit: 'ms', atMost: 10 },
    parley: 'alone.p50DifferenceMs',
  },
  {
    ...{ bench: 'fleet', name: 'memory of an idle client', unit: 'kB', atMost: 1.3 },
    ...{ floor: 'floor.usedKbPerClient', parley: 'parley.usedKbPerClient', ratio: 'usedMemoryRatio' },
  },
  {
    ...{ bench: 'fleet', name: 'connecting 500 clients', unit: 's' },
    ...{ floor: 'floor.connectSec', parley: 'parley.connectSec', ratio: 'connectRatio' },
  },
  {
    ...{ bench: 'fleet', name: 'restoring 200 clients', unit: 's', atMost: 1.3 },
    ...{ floor: 'floor.restoreSec', parley: 'parley.restoreSec', ratio: 'restoreRatio' },
  },
  {
    ...{ bench: 'paired', name: 'size of a paired client after a while', unit: 'MB', atMost: 0.4 },
    parley: 'rssMbPerClient',
  },
  ...(['newest', 'before', 'after', 'conversations'] as const).map((name) => ({
    ...{ bench: 'pages', name: `page: ${name}, of 10 million beside 10,000`, unit: 'ms', atMost: 1.5 },
    ...{ floor: `few.${name}.p50Ms`, parley: `many.${name}.p50Ms`, ratio: `ratio.${name}` },
  })),
  { bench: 'ping', name: 'server.ping', unit: '/s', ...LOADS, atLeast: 0.4 },
  { bench: 'engine', name: 'steps of the engine', unit: '/s', parley: 'stepsPerSecond', atLeast: 100_000 },
  { bench: 'engine', name: 'checking 500 nodes', unit: 'ms', parley: 'validate500NodesMs', atMost: 20 },
  { bench: 'start', name: 'start to the first ping', unit: 'ms', parley: 'medianMs', atMost: 2_000 },
  ...(['outByUrl', 'outByStoredId', 'in', 'outByBase64'] as const).map((name) => ({
    ...{ bench: 'media', name: `memory of a 50 MB video: ${name}`, unit: 'MB', atMost: 60 },
    parley: `ways.${name}.growthMb`,
  })),
  ...(['far', 'near'] as const).flatMap((from) =>
    (['pan', 'drag'] as const).map((move) => ({
      ...{ bench: 'canvas', name: `editor with 500 nodes: ${move}, ${from}`, unit: '/s', atLeast: 50 },
      ...{ floor: `bare.${from}.${move}.fps`, parley: `many.${from}.${move}.fps` },
    })),
  ),
  ...(['cold', 'warm', 'click'] as const).map((way) => ({
    ...{ bench: 'inbox', name: `inbox of a million messages: ${way}`, unit: 'ms', atMost: 300 },
    parley: `spread.${way}.listMs.p50`,
  })),
  ...(['week', 'month'] as const).map((days) => ({
    ...{ bench: 'overview', name: `overview of a million messages: ${days}`, unit: 'ms', atMost: 300 },
    parley: `${days}.p50Ms`,
  })),
  { bench: 'knowledge', name: 'documents read', unit: '/s', parley: 'documentsPerSecond' },
  {
    bench: 'knowledge',
    name: 'search in a thousand documents, p50',
    unit: 'ms',
    parley: 'p50Ms',
  },
  {
    bench: 'knowledge',
    name: 'search in a thousand documents, p99',
    unit: 'ms',
    parley: 'p99Ms',
  },
  { bench: 'knowledge', name: 'recall at 5 in a thousand documents', unit: '', parley: 'recallAt5' },
  {
    ...{ bench: 'ai-load', name: 'server.ping while a hundred wait for a model, p99', unit: 'ms' },
    ...{ floor: 'ping.rest.p99Ms', parley: 'ping.waiting.p99Ms' },
  },
  {
    ...{ bench: 'ai-load', name: 'server.ping while they also write and are answered, p99', unit: 'ms' },
    ...{ floor: 'ping.rest.p99Ms', parley: 'ping.load.p99Ms' },
  },
  { bench: 'ai-load', name: 'last of a hundred answers, model of 5 s', unit: 'ms', parley: 'lastAnswerMs' },
  { bench: 'ai-load', name: 'memory of a hundred questions', unit: 'MB', parley: 'memory.growthMb' },
  ...(['p50Ms', 'p99Ms'] as const).map((figure) => ({
    ...{
      bench: 'desk',
      name: `a message in an open conversation of 30 agents, ${figure.slice(0, 3)}`,
      unit: 'ms',
    },
    parley: `toThread.${figure}`,
  })),
  {
    ...{ bench: 'desk', name: 'processor time of a message with 30 agents who look on', unit: 'ms' },
    ...{ floor: 'alone.cpuMsPerMessage', parley: 'watched.cpuMsPerMessage' },
  },
  {
    ...{ bench: 'desk', name: 'the same of the database', unit: 'ms' },
    ...{ floor: 'alone.databaseCpuMsPerMessage', parley: 'watched.databaseCpuMsPerMessage' },
  },
  { bench: 'desk', name: 'pages that end with something old', unit: '', parley: 'stalePages', atMost: 0 },
]

/** A number at a path; not a number when there is none. */
function readNumber(document: unknown, path: string | undefined): number {
  let value = document
  for (const name of path?.split('.') ?? ['none'])
    value = (value as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'number' ? value : Number.NaN
}

export interface Row {
  bench: string
  name: string
  unit: string
  floor: number | null
  parley: number
  ratio: number | null
  mark: string
  /** Null: there is no mark. */
  isMet: boolean | null
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value)

function readRow(figure: Figure, document: unknown): Row {
  const [floor, parley, ratio] = [figure.floor, figure.parley, figure.ratio].map((path) =>
    readNumber(document, path),
  ) as [number, number, number]
  const { bench, name, unit, atLeast, atMost } = figure
  const measured = figure.ratio === undefined ? parley : ratio
  if (Number.isNaN(measured))
    throw new Error(`the bench "${bench}" tells nothing at ${figure.ratio ?? figure.parley}`)
  const mark =
    atLeast === undefined ? (atMost === undefined ? '' : `at most ${atMost}`) : `at least ${atLeast}`
  const isMet =
    mark === ''
      ? null
      : measured >= (atLeast ?? Number.NEGATIVE_INFINITY) && measured <= (atMost ?? Number.POSITIVE_INFINITY)
  return { bench, name, unit, floor: orNull(floor), parley, ratio: orNull(ratio), mark, isMet }
}

/** The figures of the documents that there are, each document under the name of its bench. */
export function readRows(documents: Readonly<Record<string, unknown>>): Row[] {
  return FIGURES.flatMap((figure) =>
    figure.bench in documents ? readRow(figure, documents[figure.bench]) : [],
  )
}

const HEAD = ['bench', 'figure', '', 'floor', 'Parley', 'ratio', 'mark', '']

/** A table for people, as Markdown. */
export function formatRows(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    ...[row.bench, row.name, row.unit, String(row.floor ?? ''), String(row.parley), String(row.ratio ?? '')],
    ...[row.mark, row.isMet === null ? '' : row.isMet ? 'met' : 'NOT met'],
  ])
  const widths = HEAD.map((head, at) => Math.max(head.length, ...cells.map((line) => line[at]?.length ?? 0)))
  const format = (line: readonly string[]) =>
    `| ${line.map((cell, at) => (at > 2 && at < 6 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`
  const rule = format(widths.map((width) => '-'.repeat(width)))
  return [format(HEAD), rule, ...cells.map(format)].join('\n')
}
