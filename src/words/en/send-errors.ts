import type { SendError, SendErrorParams } from '../../core/conversation/send-error.ts'
import type { Sentences } from '../sentences.ts'

const lines: Sentences<SendErrorParams> = {
  OTHER: ({ sentence }) => sentence,
}

export const describeSendError = ({ code, params }: SendError): string => lines[code](params)
