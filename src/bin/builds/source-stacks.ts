import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeStacksBy, showStack } from '../../platform/process/stacks.ts'
import { findOrigins, type Place, type SourceMapParts } from './source-origins.ts'

/** Places that are remembered; the same few errors come again and again. */
const MAX_PLACES = 1_000
/** A file, a line and a column, as a frame of a stack ends. */
const PLACE = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g

/** A place in a built file, and how a stack names it. */
interface NamedPlace extends Place {
  script: string
  name: string
}

/**
 * Stacks name the sources, although the program was built into a few files. A stack is translated when it is shown, and only
 * then are maps read: the connection library looks at a stack for each question that it asks the network.
 */
class SourcePlaces {
  readonly #folder: string
  /** What a stack is to name instead, by what it names. */
  readonly #sources = new Map<string, string>()

  /** `folder` is the address of the built files, with a slash at its end. */
  constructor(folder: string) {
    this.#folder = folder
  }

  describe(stack: string): string {
    this.#learn(
      [...stack.matchAll(PLACE)].map(toPlace).filter(({ script }) => script.startsWith(this.#folder)),
    )
    return stack.replaceAll(PLACE, (name) => this.#sources.get(name) ?? name)
  }

  /** Each map is read once for all places of a stack. */
  #learn(places: readonly NamedPlace[]): void {
    if (this.#sources.size >= MAX_PLACES) this.#sources.clear()
    const unknown = places.filter(({ name }) => !this.#sources.has(name))
    for (const [script, wanted = []] of Object.entries(Object.groupBy(unknown, (place) => place.script))) {
      const inOrder = wanted.toSorted((one, other) => one.line - other.line || one.column - other.column)
      const map = readMap(script)
      const origins = map ? findOrigins(map, inOrder) : []
      for (const [at, { name }] of inOrder.entries()) {
        const origin = origins[at]
        const source =
          origin && `${new URL(origin.source, script).href}:${origin.line + 1}:${origin.column + 1}`
        this.#sources.set(name, source ?? name)
      }
    }
  }
}

const toPlace = ([name, script = '', line, column]: RegExpExecArray): NamedPlace => ({
  ...{ name, script },
  ...{ line: Number(line) - 1, column: Number(column) - 1 },
})

function readMap(script: string): SourceMapParts | null {
  try {
    return JSON.parse(readFileSync(`${fileURLToPath(script)}.map`, 'utf8'))
  } catch {
    // Removed together with a build that is no longer the present one: its places stay as they are.
    return null
  }
}

/** For the program whose built file has this address. */
export function showSources(builtFile: string): void {
  const places = new SourcePlaces(new URL('.', builtFile).href)
  describeStacksBy((stack) => places.describe(stack))
  // What nobody caught is shown by Node, which takes the stack as it is.
  process.on('uncaughtExceptionMonitor', (error) => {
    if (error instanceof Error) error.stack = showStack(error)
  })
}
