import { type ApiInput, toInputType } from '../expressions/input-types.ts'
import type { StartRefusals } from '../start-refusals.ts'

/** Why a start is refused; a run that is called by another fails for the same. */
type InputRefusal = {
  [Code in 'INPUT_MISSING' | 'INPUT_INVALID']: { code: Code; params: StartRefusals[Code] }
}['INPUT_MISSING' | 'INPUT_INVALID']

export type InputsResult =
  | { ok: true; values: Record<string, unknown> }
  | { ok: false; refused: InputRefusal }

/**
 * Turns what a caller gave into the first variables of a run. Inputs nobody declared are passed on; a declared one
 * takes its type, or its default when it is missing, and is refused when it is required or has no such value.
 */
export function readInputs(
  declared: readonly ApiInput[],
  given: Readonly<Record<string, unknown>>,
): InputsResult {
  const values: Record<string, unknown> = { ...given }
  for (const { name, type, required, default: fallback } of declared) {
    const value = values[name] ?? fallback
    if (value === undefined || value === null) {
      if (!required) continue
      const refused = { code: 'INPUT_MISSING', params: { name } } as const
      return { ok: false, refused }
    }
    const typed = toInputType(value, type)
    if (typed === undefined) {
      const refused = { code: 'INPUT_INVALID', params: { name, type } } as const
      return { ok: false, refused }
    }
    values[name] = typed
  }
  return { ok: true, values }
}
