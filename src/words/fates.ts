import type { SendError } from '../core/conversation/send-error.ts'
import type { Fate, FateParams, RunFailure } from '../core/flow/index.ts'

/** How what a fate holds is said in the same language. */
export interface FateReader {
  /** A flow by its name, in quotation marks. */
  flow: (flowId: string) => string
  /** A node by what its author wrote on it, in quotation marks. */
  node: (place: { flowId: string; nodeId: string }) => string
  /** Epoch milliseconds as the reader's clock shows them. */
  time: (atMs: number) => string
  failure: (failure: RunFailure) => string
  sendError: (error: SendError) => string
}

type Line<Code extends keyof FateParams> = (params: FateParams[Code], reader: FateReader) => string

/** A length of time in its largest whole unit. */
export function sayDuration(
  seconds: number,
  units: Readonly<Record<'day' | 'hour' | 'minute' | 'second', (count: number) => string>>,
): string {
  if (seconds % 86_400 === 0) return units.day(seconds / 86_400)
  if (seconds % 3_600 === 0) return units.hour(seconds / 3_600)
  return seconds % 60 === 0 ? units.minute(seconds / 60) : units.second(seconds)
}

type Hint<Code extends keyof FateParams> = (params: FateParams[Code], reader: FateReader) => string | null

/** What became of messages, in one language; a language without one of the codes does not compile. */
export interface FateWords {
  lines: { readonly [Code in keyof FateParams]: Line<Code> }
  /** What would change it; null where nothing needs to change. */
  hints: { readonly [Code in keyof FateParams]: string | Hint<Code> | null }
}

export interface DescribedFate {
  line: string
  hint: string | null
}

/** One line that says what became of a message and why, and what would change it. A code of a newer service stays as it is. */
export function describeFate(words: FateWords, { code, params }: Fate, reader: FateReader): DescribedFate {
  if (!Object.hasOwn(words.lines, code)) return { line: code, hint: null }
  const line = words.lines[code] as Line<keyof FateParams>
  const hint = words.hints[code] as string | Hint<keyof FateParams> | null
  return {
    line: line(params, reader),
    hint: typeof hint === 'function' ? hint(params, reader) : hint,
  }
}
