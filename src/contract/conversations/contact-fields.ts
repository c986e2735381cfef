import { z } from 'zod'
import {
  CONTACT_FIELD_NAME,
  CONTACT_FIELD_TYPES,
  MAX_CONTACT_FIELD_CHARS,
  MAX_FIELD_CHOICES,
} from '../../core/contact/contact-fields.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

const ContactField = z.object({
  name: z.string().describe('As `{{ contact.fields.NAME }}` reads it.'),
  label: z.string(),
  type: z.enum(CONTACT_FIELD_TYPES),
  choices: z.array(z.string()).describe('What may be chosen; empty but for a choice.'),
  description: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const contactFieldName = z.string().regex(CONTACT_FIELD_NAME, problemText('NO_NAME'))

/** A date is YYYY-MM-DD or a moment in ISO 8601; null takes the value away. */
export const contactFieldValue = z.union(
  [z.string().max(MAX_CONTACT_FIELD_CHARS), z.number(), z.boolean(), z.null()],
  { error: problemText('NO_FIELD_VALUE', { most: MAX_CONTACT_FIELD_CHARS }) },
)

/** A field as people define it, and as a flow brings it along. */
export const ContactFieldDefinition = z.strictObject({
  name: contactFieldName.describe('As `{{ contact.fields.NAME }}` reads it.'),
  label: z.string().trim().min(1).max(100).optional().describe('Left out: the name.'),
  type: z.enum(CONTACT_FIELD_TYPES),
  choices: z
    .array(z.string().trim().min(1).max(100))
    .max(MAX_FIELD_CHOICES)
    .default([])
    .describe('Of a choice: what may be chosen, at least one.'),
  description: z.string().trim().max(500).nullable().default(null),
})

/** The definitions of fields of contacts. Values are read and set with the contact. */
export const contactFields = {
  list: defineOperation({
    name: 'contacts.fields.list',
    summary: 'List the fields that the caller’s contacts have, by name',
    scope: 'contacts:read',
    // Who sees the contacts of some clients only sees what their fields are called.
    reach: 'none',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.array(ContactField),
  }),
  set: defineOperation({
    name: 'contacts.fields.set',
    summary: 'Define a field of contacts, or change its label, choices and description',
    description:
      'The type of a field that is there stays: delete it and define another. Values that contacts have under the name already stay as they are until they are set again.',
    scope: 'contacts:write',
    right: 'build',
    reach: 'account',
    effect: 'writes',
    extension: true,
    input: ContactFieldDefinition,
    output: ContactField,
  }),
  delete: defineOperation({
    name: 'contacts.fields.delete',
    summary: 'Delete the definition of a field; the values that contacts have under its name stay',
    scope: 'contacts:write',
    right: 'build',
    reach: 'account',
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ name: contactFieldName }),
    output: z.object({ success: z.boolean() }),
  }),
}
