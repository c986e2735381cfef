import type { ContactFieldShape } from '../../../../core/contact/contact-fields.ts'
import { type FlowDefinition, findContactFields } from '../../../../core/flow/index.ts'

/** What fields of contacts hold, by their names. */
export type FieldShapes = ReadonlyMap<string, ContactFieldShape>
type Values = Readonly<Record<string, unknown>>

/** A field that changed; null: it is gone. */
export interface FieldChange {
  name: string
  value: unknown
}

export function listFieldChanges(before: Values, after: Values): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null))
    .map((name) => ({ name, value: after[name] ?? null }))
}

/** Names of the fields that flows read or write, each once. */
export const listFieldsOf = (flows: readonly FlowDefinition[]): string[] => [
  ...new Set(flows.flatMap(findContactFields)),
]

/** The definitions of those that flows name, as a case has them: other ones cannot matter to it. */
export function toCaseFields(
  shapes: FieldShapes,
  flows: readonly FlowDefinition[],
): Record<string, string | readonly string[]> {
  const named = listFieldsOf(flows).flatMap((name): [string, string | readonly string[]][] => {
    const shape = shapes.get(name)
    return shape ? [[name, shape.type === 'choice' ? shape.choices : shape.type]] : []
  })
  return Object.fromEntries(named)
}
