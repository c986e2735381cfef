import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import type { ImportGraph } from './import-graph.ts'

/** One file of a journey, with what the document says happens in it. */
export interface JourneyStep {
  /** From the project's folder. */
  path: string
  /** Where in the file it happens; null when the document names no place. */
  place: string | null
  /** A message is copied from one type into another. */
  conversion: { from: string; to: string } | null
}

export interface Journey {
  title: string
  steps: JourneyStep[]
}

const HEADING = '\n## Three journeys\n'
/** A journey's title, a file with the function in it, or a conversion, in the order of the text. */
const PART =
  /\*\*([^*]+)\.\*\*|`((?:[a-z0-9-]+\/)+[a-z0-9-]+\.tsx?)`(?:, `(\w+)`)?|`([A-Z]\w+)` to `([A-Z]\w+)`/g
const DOORS = /^\|[^|]*\| `(src\/(?:[a-z0-9-]+\/)*[a-z0-9-]+\.ts)` \|/gm

const toPath = (named: string): string =>
  `src/${named.replace(/^conversations\//, 'features/conversations/')}`

/** The journeys of docs/architecture.md, each with its files in order. */
export function readJourneys(document: string): Journey[] {
  const text = document.split(HEADING)[1]?.split('\n## ')[0]
  if (text === undefined) throw new Error(`the document has no part "${HEADING.trim()}"`)
  const journeys: Journey[] = []
  for (const [, title, path, place, from, to] of text.matchAll(PART)) {
    const steps = journeys.at(-1)?.steps ?? []
    const step = steps.at(-1)
    if (title !== undefined) journeys.push({ title, steps: [] })
    else if (path !== undefined) steps.push({ path: toPath(path), place: place ?? null, conversion: null })
    else if (step && from !== undefined && to !== undefined) step.conversion = { from, to }
  }
  return journeys
}

/** Files through which parts meet that may not import each other, as the table of boundaries names them. */
export function readDoors(document: string): string[] {
  return [...document.matchAll(DOORS)].flatMap(([, path]) => path ?? [])
}

/** What a file imports, through the index of a folder also what that gathers. */
function listImports(graph: ImportGraph, path: string): Set<string> {
  const direct = graph.get(path) ?? []
  const gathered = direct.filter((file) => basename(file) === 'index.ts')
  return new Set([...direct, ...gathered.flatMap((file) => graph.get(file) ?? [])])
}

const ROOM = /^src\/(?:features\/(?:conversations\/(?=[^/]+\/))?)?[^/]+\//

/** Whether one of two files stands in a room that the other one's is part of: then it could import it, and needs no door. */
function isOneRoom(a: string, b: string): boolean {
  const [one = a, other = b] = [ROOM.exec(a)?.[0], ROOM.exec(b)?.[0]]
  return one.startsWith(other) || other.startsWith(one)
}

/**
 * The files of a journey to which nothing leads: no import between it and a file before it, and no door that it and the one
 * right before it know. A reader would stand there and not know where to go on.
 */
export function findUnreached({ steps }: Journey, graph: ImportGraph, doors: readonly string[]): string[] {
  const paths = steps.map(({ path }) => path)
  return paths.filter((path, index) => {
    const last = paths[index - 1]
    if (last === undefined) return false
    const own = listImports(graph, path)
    const others = listImports(graph, last)
    const before = paths.slice(0, index)
    if (before.some((file) => file === path || own.has(file) || listImports(graph, file).has(path)))
      return false
    return isOneRoom(last, path) || !doors.some((door) => own.has(door) && others.has(door))
  })
}

const isNamed = (node: ts.Node): node is ts.NamedDeclaration =>
  ts.isFunctionLike(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isPropertyAssignment(node)

/** What is declared under a name in a file; of private methods the name without its mark. */
function findDeclaration(file: ts.SourceFile, name: string): ts.NamedDeclaration | null {
  let found: ts.NamedDeclaration | null = null
  const visit = (node: ts.Node): void => {
    if (found) return
    if (isNamed(node) && node.name?.getText(file).replace(/^#/, '') === name) found = node
    else ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function listIdentifiers(node: ts.Node): Set<string> {
  const names = new Set<string>()
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) names.add(child.text)
    ts.forEachChild(child, visit)
  }
  visit(node)
  return names
}

/** A part of a shape may stand two types deep: an event with its address holds an event, which holds a message. */
const MAX_DEPTH = 2

/** Looks into the files of a project for what its document says of them. */
export class JourneyReader {
  readonly #root: string
  readonly #files = new Map<string, ts.SourceFile>()
  /** Where types are exported, by their names; made when it is first asked for. */
  #exported: ReadonlyMap<string, readonly string[]> | null = null

  constructor(root: string) {
    this.#root = root
  }

  /** What the document says that is not so, a line each. */
  findMistakes({ title, steps }: Journey): string[] {
    const missing = steps.filter(({ path }) => !existsSync(join(this.#root, path)))
    if (missing.length > 0) return missing.map(({ path }) => `${title}: there is no ${path}`)
    let last: string | null = null
    const mistakes: string[] = []
    for (const step of steps) {
      mistakes.push(...this.#findMistakesOf(step, last).map((line) => `${title}: ${line}`))
      last = step.conversion?.to ?? last
    }
    return mistakes
  }

  #findMistakesOf({ path, place, conversion }: JourneyStep, last: string | null): string[] {
    const file = this.#read(path)
    const declaration = place === null ? file : findDeclaration(file, place)
    if (declaration === null) return [`${path} has no ${place}`]
    if (conversion === null) return []
    const { from, to } = conversion
    const known = listIdentifiers(declaration)
    const unknown = [from, to].filter((name) => !known.has(name))
    return [
      ...unknown.map((name) => `${place} of ${path} knows nothing of ${name}`),
      ...(last === null || this.#isPart(last, from, MAX_DEPTH) ? [] : [`${from} is no part of ${last}`]),
    ]
  }

  /** Whether a type is another one, or is named where that is declared. */
  #isPart(whole: string, part: string, depth: number): boolean {
    if (whole === part) return true
    if (depth === 0) return false
    const names = this.#findTypes(whole).flatMap((type) => [...listIdentifiers(type)])
    return names.some((name) => name !== whole && this.#isPart(name, part, depth - 1))
  }

  #findTypes(name: string): ts.NamedDeclaration[] {
    this.#exported ??= this.#listExported()
    const paths = this.#exported.get(name) ?? []
    return paths.flatMap((path) => findDeclaration(this.#read(path), name) ?? [])
  }

  #listExported(): Map<string, string[]> {
    const exported = new Map<string, string[]>()
    for (const path of globSync('src/**/*.ts', { cwd: this.#root })) {
      const text = readFileSync(join(this.#root, path), 'utf8')
      for (const [, name = ''] of text.matchAll(/^export (?:interface|type) (\w+)/gm))
        exported.set(name, [...(exported.get(name) ?? []), path])
    }
    return exported
  }

  #read(path: string): ts.SourceFile {
    const known = this.#files.get(path)
    if (known) return known
    const text = readFileSync(join(this.#root, path), 'utf8')
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
    this.#files.set(path, file)
    return file
  }
}

/** The shapes a message has in turn: what the first conversion takes, and what each one makes. */
export function listShapes({ steps }: Journey): string[] {
  const made = steps.flatMap(({ conversion }) => conversion ?? [])
  return made.flatMap(({ from, to }, index) => (index === 0 ? [from, to] : [to]))
}
