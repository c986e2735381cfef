import type { EndedByRefusal, SendError } from '../../../core/conversation/send-error.ts'
import { describeRefusal } from '../../refusals.ts'
import { renderSendError } from '../../send-errors.ts'
import { refusals } from '../refusals/index.ts'
import { sendErrors } from '../send-errors.ts'

const renderRefusal = (refusal: EndedByRefusal): string => describeRefusal(refusals, refusal)

/** What the interface puts before the sentence: a promise to clients, who compare it. Null where it never did. */
function toPrefix({ code, params }: SendError): string | null {
  switch (code) {
    case 'REFUSED':
      return params.code
    case 'REFUSAL':
      return params.as
    case 'NO_KEYS':
      return 'ENCRYPTION_FAILED'
    case 'RECIPIENT_UNSUPPORTED':
    case 'BYTES_UNREADABLE':
      return 'BAD_CONTENT'
    case 'REFUSED_LATE':
    case 'OTHER':
      return null
    default:
      return code
  }
}

/** Why a message was not sent, as the interface answers it: a code, then a sentence. */
export function describeSendError(error: SendError): string {
  const prefix = toPrefix(error)
  const sentence = renderSendError(sendErrors, error, renderRefusal)
  return prefix === null ? sentence : `${prefix}: ${sentence}`
}
