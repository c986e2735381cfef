import { dirname } from 'node:path'
import type { FunctionText } from './caps.ts'
import { findCircles, findShortestWay, findUpArrows, type ImportGraph } from './import-graph.ts'

/** One line of the table: what was measured, what it was, what it is, what it shall be, and what to look at. */
export interface HouseMark {
  name: string
  /** At commit 136153a, where the marks were set. */
  before: string
  /** Null where no program can count it, or where there was nothing to count it by. */
  now: string | null
  mark: string
  /** Under the line: where the figure is found, which places it is about, where it comes from when `now` is null. */
  notes: readonly string[]
}

/** A way through a circle on one line, its first file again at its end. */
function describeWay(way: readonly string[]): string {
  return [...way, way[0] ?? ''].join(' > ')
}

/** The files of each folder of `files`, by the folder that they are directly in. */
function groupByFolder(files: readonly string[]): Map<string, string[]> {
  const rooms = new Map<string, string[]>()
  for (const file of files) {
    const folder = dirname(file)
    rooms.set(folder, [...(rooms.get(folder) ?? []), file])
  }
  return rooms
}

/** Circles as lines: how many files each has, and the shortest way round. */
export function describeCircles(graph: ImportGraph): string[] {
  return findCircles(graph)
    .map((circle) => ({ files: circle.length, way: findShortestWay(graph, circle) }))
    .map(({ files, way }) => ({ files, length: way.length, line: `${files} files: ${describeWay(way)}` }))
    .sort((a, b) => a.length - b.length || b.files - a.files)
    .map(({ line }) => line)
}

/** Arrows that run up, by room, the room with the most first. `arrows` is null where they cannot be told. */
export function listUpArrows(
  graph: ImportGraph,
): { room: string; arrows: ReturnType<typeof findUpArrows> }[] {
  return [...groupByFolder([...graph.keys()])]
    .map(([room, files]) => ({ room, arrows: findUpArrows(graph, files) }))
    .filter(({ arrows }) => arrows === null || arrows.length > 0)
    .sort((a, b) => (b.arrows?.length ?? Infinity) - (a.arrows?.length ?? Infinity))
}

/** Lines of a text as an editor numbers them: empty ones and comments count. */
export function countLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

/** How many functions have more than `lines` lines of text. */
export function countLongFunctions(functions: readonly FunctionText[], lines: number): number {
  return functions.filter((found) => found.lines > lines).length
}

/** The table as lines of text, its columns as wide as what is in them. */
export function formatMarks(marks: readonly HouseMark[]): string[] {
  const head = { name: '', before: '136153a', now: 'now', mark: 'mark' }
  const rows = marks.map((mark) => ({ ...mark, now: mark.now ?? 'not counted' }))
  const width = (key: keyof typeof head): number => Math.max(...[head, ...rows].map((row) => row[key].length))
  const columns = { name: width('name'), before: width('before'), now: width('now') }
  const line = (row: typeof head): string =>
    `${row.name.padEnd(columns.name)}  ${row.before.padStart(columns.before)}  ${row.now.padStart(columns.now)}  ${row.mark}`
  return [line(head), ...rows.flatMap((row) => [line(row), ...row.notes.map((note) => `    ${note}`)])]
}
