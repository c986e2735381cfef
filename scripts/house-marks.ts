/**
 * `npm run marks`: measures the tree it is run in by the marks of its house, and prints them beside what they were when
 * they were set. It fails nobody; `npm run check` holds what has been reached. To measure another commit, call it by its
 * path from a checkout of that commit: `cd ../other && node ../this/scripts/house-marks.ts`.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  applyExceptions,
  CAPS,
  findLongTexts,
  isCountedInFolder,
  listLargestFolders,
  measureFunctions,
} from './caps.ts'
import { EXCEPTIONS_FILE, readExceptions } from './caps-exceptions.ts'
import { cruise } from './cruise.ts'
import {
  countLines,
  countLongFunctions,
  describeCircles,
  formatMarks,
  type HouseMark,
  listUpArrows,
} from './house-figures.ts'
import { findUnseenFiles } from './import-coverage.ts'
import { buildGraph, findCircles, type ImportGraph } from './import-graph.ts'
import { listShapes, readJourneys } from './journeys.ts'
import { measurePack } from './pack-size.ts'
import { isTestFile, listSourceFiles, SHIPPED_FOLDERS } from './source-files.ts'

const cwd = process.cwd()
const shipped = listSourceFiles(SHIPPED_FOLDERS).filter((path) => !isTestFile(path))
const inSource = shipped.filter(isCountedInFolder)
const texts = new Map(shipped.map((path) => [path, readFileSync(join(cwd, path), 'utf8')]))

function readText(path: string): string {
  return texts.get(path) ?? ''
}

async function readGraph(): Promise<ImportGraph> {
  const result = await cruise(cwd, SHIPPED_FOLDERS)
  const unseen = findUnseenFiles(result, shipped)
  if (unseen.length > 0) throw new Error(`dependency-cruiser did not see ${unseen.join(', ')}`)
  return buildGraph(result, shipped)
}

/** Files of TypeScript and JavaScript directly in one folder of src, tests not counted. */
function markFolders(): HouseMark {
  const over = listLargestFolders(inSource, CAPS.folderFiles)
  return {
    name: 'files in the largest flat folder of src',
    before: '48',
    now: String(listLargestFolders(inSource, 0)[0]?.files ?? 0),
    mark: `${CAPS.folderFiles}`,
    notes: over.map(({ folder, files }) => `${folder} has ${files}`),
  }
}

/** Groups of files in what ships that reach each other by imports, imports of types included. */
function markCircles(graph: ImportGraph): HouseMark {
  const sources = findCircles(graph).filter((circle) => circle.some((path) => path.startsWith('src/'))).length
  const lines = describeCircles(graph)
  const beside = lines.length - sources
  return {
    name: 'import circles, types included',
    before: '13',
    now: String(sources),
    mark: '0',
    notes: beside === 0 ? lines : [`${beside} more beside src, where 136153a had 1`, ...lines],
  }
}

/** In the room of src that has the most of them; `findUpArrows` says what they are. */
function markUpArrows(graph: ImportGraph): HouseMark {
  const rooms = listUpArrows(graph).filter(({ room }) => room.startsWith('src/'))
  const describe = ([from, to]: readonly [string, string]): string => `${from} imports ${to}`
  const worst = rooms[0]
  return {
    name: 'arrows that run up in any room',
    before: '4',
    now: worst ? (worst.arrows?.length.toString() ?? null) : '0',
    mark: '0',
    notes: rooms.flatMap(({ room, arrows }) =>
      arrows === null
        ? [`${room}: a circle in it is too large to tell; break it first`]
        : [`${room}: ${arrows.length}: ${arrows.map(describe).join(', ')}`],
    ),
  }
}

/**
 * Functions in src, from their first line to their last; one inside another counts for itself and in the outer one. React
 * components have a guide of their own, and those within it are only told of.
 */
function markFunctions(): HouseMark {
  const measured = inSource.map((path) => ({ path, functions: measureFunctions(path, readText(path)) }))
  const all = countLongFunctions(
    measured.flatMap(({ functions }) => functions),
    CAPS.functionLines,
  )
  const violations = measured.flatMap(({ path, functions }) => findLongTexts(path, functions))
  const { open } = applyExceptions(violations, readExceptions())
  const excused = violations.length - open.length
  return {
    name: `functions over ${CAPS.functionLines} lines of text without a reason`,
    before: '59',
    now: String(open.length),
    mark: '0',
    notes: [
      `${all - violations.length} more are React components of at most ${CAPS.componentLines} lines, their guide; 29 at 136153a`,
      `${excused} more have a reason in ${EXCEPTIONS_FILE}`,
      ...open.map(({ path, line, message }) => `${path}:${line} ${message}`),
    ],
  }
}

/** Lines of what ships, empty ones and comments too, without tests and without what is generated. */
function markLines(): HouseMark {
  const count = (folder: string): number =>
    shipped
      .filter((path) => path.startsWith(`${folder}/`))
      .reduce((lines, path) => lines + countLines(readText(path)), 0)
  const folders = SHIPPED_FOLDERS.map((folder) => ({ folder, lines: count(folder) }))
  const total = folders.reduce((sum, { lines }) => sum + lines, 0)
  const sql = globSync('src/**/*.sql', { cwd }).reduce(
    (sum, path) => sum + countLines(readFileSync(join(cwd, path), 'utf8')),
    0,
  )
  return {
    name: 'hand-written lines of source',
    before: '93,000',
    now: total.toLocaleString('en'),
    mark: '87,000 for the features of 136153a',
    notes: [
      ...folders.map(({ folder, lines }) => `${folder} ${lines.toLocaleString('en')}`),
      `not among them: ${sql.toLocaleString('en')} lines of SQL files`,
    ],
  }
}

/** Megabytes that git fetches to check out the commit; changes that are not committed are not in it. */
function markClone(): HouseMark {
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
  const mark = { name: 'clone, to check out', before: '7.5 MB', mark: 'under 5 MB' }
  try {
    const whole = megabytes(measurePack(cwd, true))
    return {
      ...mark,
      now: megabytes(measurePack(cwd, false)),
      notes: [`with its history ${whole}, 22.6 MB at 136153a`],
    }
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
    return { ...mark, now: null, notes: [`run this in a clone made by git: ${why}`] }
  }
}

/**
 * Types that a message from a contact and its answer are in one after the other, and the files of a send by the API, as
 * docs/architecture.md lists them. The check holds that list to the code: see journeys.ts.
 */
function markJourneys(): HouseMark[] {
  const [message, send] = readJourneys(readFileSync(join(cwd, 'docs', 'architecture.md'), 'utf8'))
  const shapes = message ? listShapes(message) : []
  const files = [...new Set(send?.steps.map(({ path }) => path))]
  return [
    {
      name: 'shapes of a message from stanza to bytes',
      before: 'about 17',
      now: String(shapes.length),
      mark: '11',
      notes: [shapes.join(' > ')],
    },
    {
      name: 'files to open to follow a send by the API',
      before: 'more than 20',
      now: String(files.length),
      mark: '8',
      notes: files,
    },
  ]
}

interface KeptRun {
  date: string
  commit: string
  documents: Record<
    'send' | 'reply',
    { floor: { cpuMsPerCall: number }; parley: { cpuMsPerCall: number; databaseCpuMsPerCall: number } }
  >
}

/** Processor time of service and database beside the floor's, of the newest run of all benches that is kept. */
function markProcessorTime(): HouseMark[] {
  const [newest] = globSync('bench/results/*.json', { cwd }).sort().reverse()
  const run =
    newest === undefined ? undefined : (JSON.parse(readFileSync(join(cwd, newest), 'utf8')) as KeptRun)
  const mark = (name: string, bench: 'send' | 'reply'): HouseMark => {
    if (run === undefined)
      return { name, before: '2.2x', now: null, mark: '1.6x', notes: [`npm run bench -- ${bench}`] }
    const { floor, parley } = run.documents[bench]
    const ratio = (parley.cpuMsPerCall + parley.databaseCpuMsPerCall) / floor.cpuMsPerCall
    const notes = [`of ${run.date}, commit ${run.commit}, in ${newest}; npm run bench -- ${bench}`]
    return { name, before: '2.2x', now: `${ratio.toFixed(2)}x`, mark: '1.6x', notes }
  }
  return [
    mark("CPU of a send beside the floor's", 'send'),
    mark("CPU of a flow's answer beside the floor's", 'reply'),
  ]
}

const graph = await readGraph()
const marks = [
  markFolders(),
  markCircles(graph),
  markUpArrows(graph),
  markFunctions(),
  markLines(),
  markClone(),
  ...markJourneys(),
  ...markProcessorTime(),
]
for (const line of formatMarks(marks)) console.log(line)
