import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describeStacksBy, showStack } from '../../platform/process/stacks.ts'

/** Places that are remembered; the same few errors come again and again. */
const MAX_PLACES = 1_000
/** A file, a line and a column, as a frame of a stack ends. */
const PLACE = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g

/**
 * Stacks name the sources, although the program was built into a few files. A stack is translated when it is shown, and only
 * then are maps read: it takes 0.2 s of processor time and 90 MB of memory, and the connection library looks at a stack for
 * each question that it asks the network.
 */
class SourcePlaces {
  readonly #folder: string
  readonly #places = new Map<string, string>()

  /** `folder` is the address of the built files, with a slash at its end. */
  constructor(folder: string) {
    this.#folder = folder
  }

  describe(stack: string): string {
    const maps = new Map<string, SourceMap | null>()
    return stack.replaceAll(PLACE, (place, script: string, line: string, column: string) =>
      script.startsWith(this.#folder)
        ? this.#find(place, script, [Number(line), Number(column)], maps)
        : place,
    )
  }

  #find(
    place: string,
    script: string,
    [line, column]: [number, number],
    maps: Map<string, SourceMap | null>,
  ): string {
    const known = this.#places.get(place)
    if (known !== undefined) return known
    if (!maps.has(script)) maps.set(script, readMap(script))
    const found = maps.get(script)?.findEntry(line - 1, column - 1)
    const source =
      found && 'originalSource' in found
        ? `${new URL(found.originalSource, script).href}:${found.originalLine + 1}:${found.originalColumn + 1}`
        : place
    if (this.#places.size >= MAX_PLACES) this.#places.clear()
    this.#places.set(place, source)
    return source
  }
}

function readMap(script: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(script)}.map`, 'utf8')))
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
