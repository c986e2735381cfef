import { z } from 'zod'
import { parsePhone } from '../../expressions/answers.ts'
import { findingText } from '../../findings.ts'
import { requiredText, templateField } from '../fields/text-field.ts'
import { commonFields, defineNode, FAILED, NEXT, OUT } from '../node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  contacts: z
    .array(
      z.strictObject({
        displayName: requiredText(200),
        phone: z.string().refine(isPhone, findingText('NO_PHONE')),
      }),
    )
    .min(1, findingText('CONTACTS_MISSING'))
    .max(20, findingText('CONTACTS_TOO_MANY')),
})

function isPhone(text: string): boolean {
  return text.includes('{{') || (/^\+/.test(text) && (parsePhone(text, null)?.isPossible() ?? false))
}

/** Sends contact cards. */
export const sendContact = defineNode({
  type: 'send.contact',
  group: 'message',
  schema,
  docs: {
    summary: 'Sends one or more contact cards.',
    sample: { contacts: [{ displayName: 'Front desk', phone: '+351912345678' }] },
  },
  hasInput: true,
  waits: false,
  handles: () => [OUT, FAILED],
  texts: (data) =>
    data.contacts.flatMap((contact, index) => [
      ...templateField(`contacts.${index}.displayName`, contact.displayName),
      ...templateField(`contacts.${index}.phone`, contact.phone),
    ]),
  execute: (data, step) => {
    const contacts = data.contacts.flatMap(({ displayName, phone }) => {
      const number = parsePhone(step.render(phone), step.client.defaultCountry)
      return number?.isPossible()
        ? [{ displayName: step.render(displayName), phone: String(number.number) }]
        : []
    })
    if (contacts.length === 0) return { kind: 'follow', handle: 'failed', outcome: 'failed' }
    step.send({ type: 'contacts', contacts })
    return NEXT
  },
})
