import { type Refusal, refusal } from '../../core/errors.ts'

/** The same for a token that never was, one that was replaced, and a flow that is not published. */
export const refuseUnknownAddress = (): Refusal => refusal('NOT_FOUND', 'WEBHOOK_UNKNOWN', {})

export const refuseSignature = (): Refusal => refusal('UNAUTHORIZED', 'SIGNATURE_WRONG', {})

export const refuseNoContact = (path: string): Refusal =>
  refusal('UNPROCESSABLE_CONTENT', 'CONTACT_MISSING', { path })

export const refuseUnknownContact = (): Refusal => refusal('UNPROCESSABLE_CONTENT', 'CONTACT_UNKNOWN', {})

export const refuseTooOften = (retryAfterSec: number): Refusal =>
  refusal('TOO_MANY_REQUESTS', 'TOO_OFTEN', {}, { data: { retryAfterSec } })
