import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Places that are remembered; the same few errors come again and again. */
const MAX_PLACES = 1_000

/**
 * Stacks name the sources, although the program was built into a few files. Maps are read when a stack is, as Node's own
 * `--enable-source-maps` reads them at the start, which takes 0.2 s of processor time and 90 MB of memory.
 */
class SourcePlaces {
  readonly #folder: string
  readonly #places = new Map<string, string>()

  /** `folder` is the address of the built files, with a slash at its end. */
  constructor(folder: string) {
    this.#folder = folder
  }

  describe(frame: NodeJS.CallSite, maps: Map<string, SourceMap | null>): string {
    const text = String(frame)
    const script = frame.getScriptNameOrSourceURL()
    if (!script?.startsWith(this.#folder)) return text
    const place = `${script}:${frame.getLineNumber()}:${frame.getColumnNumber()}`
    const known = this.#places.get(place)
    if (known !== undefined) return text.replace(place, known)
    if (!maps.has(script)) maps.set(script, readMap(script))
    const found = maps
      .get(script)
      ?.findEntry((frame.getLineNumber() ?? 1) - 1, (frame.getColumnNumber() ?? 1) - 1)
    const source =
      found && 'originalSource' in found
        ? `${new URL(found.originalSource, script).href}:${found.originalLine + 1}:${found.originalColumn + 1}`
        : place
    if (this.#places.size >= MAX_PLACES) this.#places.clear()
    this.#places.set(place, source)
    return text.replace(place, source)
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

function describeError(error: unknown): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return '<error>'
  }
}

/** For the program whose built file has this address. */
export function showSources(builtFile: string): void {
  const places = new SourcePlaces(new URL('.', builtFile).href)
  Error.prepareStackTrace = (error, frames) => {
    const maps = new Map<string, SourceMap | null>()
    return [describeError(error), ...frames.map((frame) => `    at ${places.describe(frame, maps)}`)].join(
      '\n',
    )
  }
}
