import type { ContactFieldRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const FORMS: Readonly<
  Record<ContactFieldRefusals['CONTACT_FIELD_VALUE']['type'], (choices: string) => string>
> = {
  text: () => 'um texto de no máximo 2.000 caracteres',
  number: () => 'um número',
  boolean: () => 'true ou false',
  date: () => 'uma data como 2026-12-24, ou um momento em ISO 8601',
  choice: (choices) => `um destes: ${choices}`,
}

/** Why a field of contacts cannot be defined, or not hold a value. */
export const contactFields: Sentences<ContactFieldRefusals> = {
  NO_SUCH_CONTACT_FIELD: ({ name }) =>
    `Não existe o campo "${name}" de contatos. Defina-o antes (contacts.fields.set), ou liste os campos para ver os nomes.`,
  TOO_MANY_CONTACT_FIELDS: ({ most }) => `Já existem ${most} campos; exclua um que não seja necessário.`,
  CONTACT_FIELD_CHOICES: 'Indique pelo menos uma coisa que possa ser escolhida.',
  CONTACT_FIELD_TYPE_STAYS: ({ name }) =>
    `"${name}" já é um campo de outro tipo. Exclua-o antes, ou escolha outro nome.`,
  CONTACT_FIELD_VALUE: ({ name, type, choices }) => `"${name}" recebe ${FORMS[type](choices)}.`,
}
