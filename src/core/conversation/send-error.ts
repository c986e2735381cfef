/** Why a message was not sent, or may not have been, with what varies. The sentences are in `words`. */
export interface SendErrorParams {
  /** A sentence that was stored without a code. */
  OTHER: { sentence: string }
}

export type SendErrorCode = keyof SendErrorParams

export type SendError = {
  [Code in SendErrorCode]: { code: Code; params: SendErrorParams[Code] }
}[SendErrorCode]
