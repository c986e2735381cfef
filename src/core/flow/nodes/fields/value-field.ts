import type { StepContext, TextField } from '../node-type.ts'

/** The texts of a record whose values may be templates. */
export function valueFields(path: string, values: Readonly<Record<string, unknown>>): TextField[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ path: `${path}.${name}`, text: value, kind: 'template' as const }] : [],
  )
}

/** The record with every text replaced by its typed value. */
export function evaluateValues(
  values: Readonly<Record<string, unknown>>,
  step: StepContext,
): Record<string, unknown> {
  const evaluated: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    evaluated[name] = typeof value === 'string' ? step.evaluate(value) : value
  }
  return evaluated
}

/** The texts anywhere inside a JSON value, with their dotted places. */
export function leafFields(path: string, value: unknown): TextField[] {
  if (typeof value === 'string') return [{ path, text: value, kind: 'template', allowsSecrets: true }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => leafFields(`${path}.${key}`, item))
}
