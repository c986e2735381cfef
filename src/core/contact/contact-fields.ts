export const CONTACT_FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'choice'] as const
export type ContactFieldType = (typeof CONTACT_FIELD_TYPES)[number]

/** The name of a field, as `{{ contact.fields.NAME }}` reads it: that of a variable. */
export const CONTACT_FIELD_NAME = /^[A-Za-z_]\w{0,63}$/
export const MAX_CONTACT_FIELDS = 100
export const MAX_CONTACT_FIELD_CHARS = 2_000
export const MAX_FIELD_CHOICES = 100

/** What a field of contacts holds. */
export interface ContactFieldShape {
  type: ContactFieldType
  /** What may be chosen; empty but for a choice. */
  choices: readonly string[]
}
