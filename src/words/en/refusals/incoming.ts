import type { IncomingRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

export const incoming: Sentences<IncomingRefusals> = {
  WEBHOOK_UNKNOWN: 'There is nothing at this address.',
  WEBHOOK_TRIGGER_UNKNOWN:
    'The flow has no trigger.webhook of that id. Add one, let the draft be saved, and call again.',
  SIGNATURE_WRONG:
    'The signature is missing, too old, or not by the secret that this address expects. Sign the bytes of the body as they are sent.',
  CONTACT_MISSING: ({ path }) =>
    `No phone number of a person was found at ${path}. Send it with country code, such as +5511988887777.`,
  CONTACT_UNKNOWN: 'This number is no contact yet, and this address takes calls about contacts alone.',
  CALL_CONTENT_TYPE:
    'Send JSON with Content-Type: application/json, or a form with application/x-www-form-urlencoded, uncompressed and in UTF-8.',
  CALL_TOO_LARGE: ({ kib }) => `A call has at most ${kib} KiB. Send less.`,
  FORM_UNREADABLE: 'The form is not UTF-8. Encode it so and send it again.',
}
