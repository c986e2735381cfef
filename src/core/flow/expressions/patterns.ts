import { RE2JS } from 're2js'
import { type Finding, finding } from '../findings.ts'
import {
  MAX_PATTERN_CHARS,
  MAX_PATTERN_SIZE,
  MAX_PATTERN_STEPS,
  MAX_PATTERN_STEPS_PER_EVENT,
  MAX_PATTERN_UNICODE_CLASSES,
} from '../limits.ts'
import { estimatePatternSize } from './pattern-size.ts'

/** A user's regular expression, run by RE2: time grows with the text and the pattern's size, never with its cunning. */
export interface ParsedPattern {
  /** What the text takes at most: instructions of the pattern times characters. */
  countSteps(text: string): number
  /** True when the pattern occurs anywhere in the text, which is not too long for it. */
  test(text: string): boolean
}

export type PatternResult = { ok: true; value: ParsedPattern } | { ok: false; problem: Finding }

type Refused = Extract<PatternResult, { ok: false }>

const refuse = (problem: Finding): Refused => ({ ok: false, problem })
const UNICODE_CLASS = /\\p/gi

function findExcess(source: string): Refused | null {
  if (source.length > MAX_PATTERN_CHARS) {
    return refuse(finding('PATTERN_TOO_LONG', { most: MAX_PATTERN_CHARS }))
  }
  if ((source.match(UNICODE_CLASS)?.length ?? 0) > MAX_PATTERN_UNICODE_CLASSES) {
    return refuse(finding('PATTERN_CLASSES', { most: MAX_PATTERN_UNICODE_CLASSES }))
  }
  return estimatePatternSize(source) > MAX_PATTERN_SIZE ? refuse(finding('PATTERN_TOO_LARGE')) : null
}

/**
 * Compiles a pattern; look-ahead, look-behind and back-references do not exist in RE2 and are refused, and so is one that
 * would take long to compile or to run.
 */
export function parsePattern(source: string, options: { caseSensitive?: boolean } = {}): PatternResult {
  const excess = findExcess(source)
  if (excess !== null) return excess
  try {
    const pattern = RE2JS.compile(source, options.caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
    const size = pattern.programSize()
    if (size > MAX_PATTERN_SIZE) return refuse(finding('PATTERN_TOO_LARGE'))
    const countSteps = (text: string): number => size * (text.length + 1)
    const test = (text: string): boolean =>
      countSteps(text) <= MAX_PATTERN_STEPS && pattern.matcher(text).find()
    return { ok: true, value: { countSteps, test } }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return refuse(finding('PATTERN_NOT_RE2', { why }))
  }
}

/** What the patterns of one event may take together; a text that there is no budget left for does not match. */
export class PatternBudget {
  #left = MAX_PATTERN_STEPS_PER_EVENT

  test(pattern: ParsedPattern, text: string): boolean {
    const steps = pattern.countSteps(text)
    if (steps > this.#left) return false
    const isTried = steps <= MAX_PATTERN_STEPS
    if (isTried) this.#left -= steps
    return isTried && pattern.test(text)
  }

  /** The same pattern on this budget. */
  bound(pattern: ParsedPattern): ParsedPattern {
    return { countSteps: pattern.countSteps, test: (text) => this.test(pattern, text) }
  }
}
