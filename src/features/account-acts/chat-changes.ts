import { missing, type Refusal, refusal } from '../../core/errors.ts'
import type { ChatChangeError } from '../../network/port.ts'

/** Why the network did not take a change of what the account's devices keep. */
export function refuseChatChange(cause: ChatChangeError): Refusal {
  const { problem } = cause
  switch (problem.kind) {
    case 'no_key':
      return refusal('CONFLICT', 'PHONE_NOT_READY', {}, { cause })
    case 'conflict':
      return refusal('CONFLICT', 'CHATS_CHANGED_MEANWHILE', {}, { cause })
    case 'refused': {
      const { networkCode } = problem
      const data = { data: { networkCode }, cause }
      return refusal('UNPROCESSABLE_CONTENT', 'CHAT_CHANGE_REFUSED', { networkCode }, data)
    }
    case 'label_unknown':
      return missing('label')
    case 'label_taken':
      return refusal('CONFLICT', 'WHATSAPP_LABEL_TAKEN', {}, { cause })
    case 'labels_full':
      return refusal('CONFLICT', 'WHATSAPP_LABELS_FULL', { most: problem.most }, { cause })
    case 'label_fixed':
      return refusal('CONFLICT', 'WHATSAPP_LABEL_FIXED', {}, { cause })
  }
}
