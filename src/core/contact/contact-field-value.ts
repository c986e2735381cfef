import { toInputType } from '../flow/expressions/input-types.ts'
import { type ContactFieldShape, MAX_CONTACT_FIELD_CHARS } from './contact-fields.ts'

/** The value as a field holds it, or undefined when it is none of its type. Choices are told apart without case. */
export function toFieldValue(field: ContactFieldShape, value: unknown): unknown {
  if (field.type === 'choice') {
    const wanted = typeof value === 'string' ? value.trim().toLowerCase() : undefined
    return field.choices.find((choice) => choice.toLowerCase() === wanted)
  }
  const kept = toInputType(value, field.type === 'text' ? 'string' : field.type)
  return typeof kept === 'string' && kept.length > MAX_CONTACT_FIELD_CHARS ? undefined : kept
}
