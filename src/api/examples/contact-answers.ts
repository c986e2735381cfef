import { contactDetails, contactField, notedContact } from './answered-resources.ts'

/** Answers about what is noted of contacts, by operation. */
export const CONTACT_ANSWERS = {
  'contacts.get': contactDetails,
  'contacts.update': contactDetails,
  'contacts.list': { contacts: [notedContact], nextCursor: null },
  'contacts.fields.list': [contactField],
  'contacts.fields.set': contactField,
  'contacts.fields.delete': { success: true },
}
