import { RE2JS } from 're2js'
import { MAX_PATTERN_CHARS } from '../limits.ts'

/** A user's regular expression, run by RE2: time grows with the text only, never with the pattern's cunning. */
export interface ParsedPattern {
  /** True when the pattern occurs anywhere in the text. */
  test(text: string): boolean
}

export type PatternResult = { ok: true; value: ParsedPattern } | { ok: false; message: string }

/** Compiles a pattern; look-ahead, look-behind and back-references do not exist in RE2 and are refused. */
export function parsePattern(source: string, options: { caseSensitive?: boolean } = {}): PatternResult {
  if (source.length > MAX_PATTERN_CHARS) {
    return { ok: false, message: `a pattern has at most ${MAX_PATTERN_CHARS} characters` }
  }
  try {
    const pattern = RE2JS.compile(source, options.caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
    return { ok: true, value: { test: (text) => pattern.matcher(text).find() } }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      ok: false,
      message: `${reason}; patterns are RE2: look-ahead, look-behind and back-references are not available`,
    }
  }
}
