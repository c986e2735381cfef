import type { CruiseResult } from './import-coverage.ts'

/** Which file imports which: the importing file, then what it imports, each once. Imports of types are among them. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

export type Arrow = readonly [from: string, to: string]

/** The largest circle whose files are put in their best order by trying all orders; the work doubles with each file. */
const MAX_ORDERED_FILES = 16

/** The imports among `files`, of what dependency-cruiser found. Imports of types are among its findings. */
export function buildGraph(result: CruiseResult, files: readonly string[]): ImportGraph {
  const known = new Set(files)
  const graph = new Map<string, readonly string[]>()
  for (const { source, dependencies } of result.modules) {
    if (!known.has(source)) continue
    const imported = new Set(dependencies.map(({ resolved }) => resolved))
    imported.delete(source)
    graph.set(
      source,
      [...imported].filter((file) => known.has(file)),
    )
  }
  return graph
}

/** The part of a graph that is about `files` only. */
function narrowGraph(graph: ImportGraph, files: readonly string[]): ImportGraph {
  const kept = new Set(files)
  return new Map(files.map((file) => [file, (graph.get(file) ?? []).filter((to) => kept.has(to))]))
}

function reverseArrows(graph: ImportGraph): ImportGraph {
  const reversed = new Map<string, string[]>([...graph.keys()].map((file) => [file, []]))
  for (const [from, imported] of graph) for (const to of imported) reversed.get(to)?.push(from)
  return reversed
}

/** Adds to `found`, in the order in which each is done, whatever is reached from `file` and is not in `seen` yet. */
function collectReached(graph: ImportGraph, file: string, seen: Set<string>, found: string[]): void {
  if (seen.has(file)) return
  seen.add(file)
  for (const next of graph.get(file) ?? []) collectReached(graph, next, seen, found)
  found.push(file)
}

/**
 * The circles of a graph, largest first: groups of two or more files that all reach each other by imports (its strongly
 * connected components, by Kosaraju's two passes). No file is in two of them.
 */
export function findCircles(graph: ImportGraph): string[][] {
  const finished: string[] = []
  const seen = new Set<string>()
  for (const file of graph.keys()) collectReached(graph, file, seen, finished)
  const importers = reverseArrows(graph)
  const taken = new Set<string>()
  const circles: string[][] = []
  for (const file of finished.reverse()) {
    const group: string[] = []
    collectReached(importers, file, taken, group)
    if (group.length > 1) circles.push(group.sort())
  }
  return circles.sort((a, b) => b.length - a.length)
}

/** The shortest way by imports from a file back to itself, or null. The way is written without its last, repeated file. */
function findWayBack(graph: ImportGraph, start: string): string[] | null {
  const cameFrom = new Map<string, string | null>([[start, null]])
  const open = [start]
  for (let file = open.shift(); file !== undefined; file = open.shift()) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return listWay(cameFrom, file)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, file)
      open.push(next)
    }
  }
  return null
}

function listWay(cameFrom: ReadonlyMap<string, string | null>, last: string): string[] {
  const way: string[] = []
  for (let file: string | null = last; file !== null; file = cameFrom.get(file) ?? null) way.unshift(file)
  return way
}

/** The shortest closed way of imports in a circle: what to look at first to break it. */
export function findShortestWay(graph: ImportGraph, circle: readonly string[]): string[] {
  const inside = narrowGraph(graph, circle)
  let shortest: string[] = []
  for (const file of circle) {
    const way = findWayBack(inside, file)
    if (way && (shortest.length === 0 || way.length < shortest.length)) shortest = way
  }
  return shortest
}

/**
 * The order of a circle's files, lowest first, that leaves the fewest arrows running up. Each set of files that may stand
 * lowest is looked at once (Held and Karp's way), as bits of a number.
 */
function orderFiles(graph: ImportGraph, circle: readonly string[]): string[] {
  const imports = circle.map((file) =>
    (graph.get(file) ?? []).reduce((bits, to) => bits | (1 << circle.indexOf(to)), 0),
  )
  const fewest = new Uint16Array(1 << circle.length).fill(0xffff)
  const highest = new Uint8Array(1 << circle.length)
  fewest[0] = 0
  for (let below = 0; below < fewest.length; below++) {
    for (let next = 0; next < circle.length; next++) {
      if ((below >> next) & 1) continue
      const running = imports.filter((bits, file) => (below >> file) & 1 && (bits >> next) & 1).length
      const together = below | (1 << next)
      const count = (fewest[below] ?? 0) + running
      if (count >= (fewest[together] ?? 0)) continue
      fewest[together] = count
      highest[together] = next
    }
  }
  const order: string[] = []
  for (let left = fewest.length - 1; left > 0; left ^= 1 << (highest[left] ?? 0))
    order.unshift(circle[highest[left] ?? 0] ?? '')
  return order
}

/**
 * The arrows that run up in a room, which is a folder and the files directly in it. Floors are given to the files so
 * that as many imports as possible lead from a floor to a lower one, imports of types included; these are the few that
 * do not. Taking them away leaves the room without a circle, and no smaller number does. Null when a circle of the room
 * has more files than can be put in their best order: break that one first.
 */
export function findUpArrows(graph: ImportGraph, room: readonly string[]): Arrow[] | null {
  const inside = narrowGraph(graph, room)
  const arrows: Arrow[] = []
  for (const circle of findCircles(inside)) {
    if (circle.length > MAX_ORDERED_FILES) return null
    const own = narrowGraph(inside, circle)
    const order = orderFiles(own, circle)
    for (const [from, imported] of own) {
      for (const to of imported) if (order.indexOf(to) > order.indexOf(from)) arrows.push([from, to])
    }
  }
  return arrows
}
