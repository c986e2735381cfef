import type { ContactFieldRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const FORMS: Readonly<
  Record<ContactFieldRefusals['CONTACT_FIELD_VALUE']['type'], (choices: string) => string>
> = {
  text: () => 'a text of at most 2,000 characters',
  number: () => 'a number',
  boolean: () => 'true or false',
  date: () => 'a date such as 2026-12-24, or a moment in ISO 8601',
  choice: (choices) => `one of ${choices}`,
}

/** Why a field of contacts cannot be defined, or not hold a value. */
export const contactFields: Sentences<ContactFieldRefusals> = {
  NO_SUCH_CONTACT_FIELD: ({ name }) =>
    `There is no field "${name}" of contacts. Define it first (contacts.fields.set), or list the fields to see their names.`,
  TOO_MANY_CONTACT_FIELDS: ({ most }) => `There are ${most} fields already; delete one that is not needed.`,
  CONTACT_FIELD_CHOICES: 'Name at least one thing that may be chosen.',
  CONTACT_FIELD_TYPE_STAYS: ({ name }) =>
    `"${name}" is a field of another type already. Delete it first, or choose another name.`,
  CONTACT_FIELD_VALUE: ({ name, type, choices }) => `"${name}" takes ${FORMS[type](choices)}.`,
}
