import type { ApiInput } from '../nodes/node-type.ts'

export type InputsResult = { ok: true; values: Record<string, unknown> } | { ok: false; message: string }

/**
 * Turns what a caller gave into the first variables of a run. Inputs nobody declared are passed on; a declared one
 * that is missing takes its default, and is refused when it is required.
 */
export function readInputs(
  declared: readonly ApiInput[],
  given: Readonly<Record<string, unknown>>,
): InputsResult {
  const values: Record<string, unknown> = { ...given }
  for (const input of declared) {
    if (values[input.name] !== undefined && values[input.name] !== null) continue
    if (input.default !== undefined) values[input.name] = input.default
    else if (input.required) return { ok: false, message: `the input "${input.name}" is required` }
  }
  return { ok: true, values }
}
