import { type Converter, convertToNodes, newNode, stubFor } from '../converted.ts'
import { textOf } from '../document.ts'
import { note } from '../notes.ts'
import type { VariableNames } from '../variables.ts'

/** The name of the mail server that who imports it stores. */
const SECRET = '{{ secrets.mail }}'
/** An e-mail has a subject here; over there it may have none. */
const NO_SUBJECT = 'New message'

/** Mail goes out by the mail server of whoever imports the bot; one that fails ends nothing, as over there. */
export const mail: Converter = (block, { variables }) => {
  const { recipients, to, cc, bcc, replyTo, subject, body, isBodyCode, attachmentsVariableId } = block.options
  const goesTo = toAddresses(recipients ?? to, variables)
  if (goesTo === '') return stubFor(block, note('MAIL_TO_NOBODY'))
  const text = variables.text(body)
  const copies = toAddresses(cc, variables)
  const answersTo = toAddresses(replyTo, variables)
  const data = {
    secret: SECRET,
    to: goesTo,
    cc: copies === '' ? undefined : copies,
    replyTo: answersTo === '' ? undefined : answersTo,
    subject: variables.text(subject) || NO_SUBJECT,
    [isBodyCode === true ? 'html' : 'text']: text || NO_SUBJECT,
  }
  return convertToNodes(
    [newNode('email', data)],
    [
      note('MAIL_SERVER_TO_SET_UP'),
      toAddresses(bcc, variables) === '' ? null : note('HIDDEN_COPIES_LEFT_OUT'),
      text === '' ? note('BODY_OF_ALL_ANSWERS') : null,
      textOf(attachmentsVariableId) === '' ? null : note('ATTACHMENTS_LEFT_OUT'),
    ],
  )
}

const toAddresses = (list: unknown, variables: VariableNames): string =>
  (Array.isArray(list) ? list : [list])
    .map((item) => variables.text(item))
    .filter((item) => item !== '')
    .join(', ')
