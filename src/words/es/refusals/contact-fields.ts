import type { ContactFieldRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const FORMS: Readonly<
  Record<ContactFieldRefusals['CONTACT_FIELD_VALUE']['type'], (choices: string) => string>
> = {
  text: () => 'un texto de 2,000 caracteres como máximo',
  number: () => 'un número',
  boolean: () => 'true o false',
  date: () => 'una fecha como 2026-12-24, o un momento en ISO 8601',
  choice: (choices) => `uno de estos: ${choices}`,
}

/** Why a field of contacts cannot be defined, or not hold a value. */
export const contactFields: Sentences<ContactFieldRefusals> = {
  NO_SUCH_CONTACT_FIELD: ({ name }) =>
    `No hay un campo "${name}" de contactos. Defínelo primero (contacts.fields.set), o mira la lista de campos para ver sus nombres.`,
  TOO_MANY_CONTACT_FIELDS: ({ most }) => `Ya hay ${most} campos; elimina uno que no haga falta.`,
  CONTACT_FIELD_CHOICES: 'Escribe al menos una cosa que se pueda elegir.',
  CONTACT_FIELD_TYPE_STAYS: ({ name }) =>
    `"${name}" ya es un campo de otro tipo. Elimínalo primero, o elige otro nombre.`,
  CONTACT_FIELD_VALUE: ({ name, type, choices }) => `"${name}" recibe ${FORMS[type](choices)}.`,
}
