import { type Refusal, refusal } from '../../core/errors.ts'

export const refuseNotLinkable = (): Refusal => refusal('CONFLICT', 'NOT_LINKABLE', {})

export const refuseUnknown = (): Refusal => refusal('NOT_FOUND', 'LINK_UNKNOWN', {})

/** `why` as the page tells it. */
export const refuseOver = (why: string): Refusal => refusal('CONFLICT', 'LINK_OVER', {}, { data: { why } })

export const refuseElsewhere = (): Refusal => refusal('CONFLICT', 'LINK_OPENED_ELSEWHERE', {})

export const refuseUsedUp = (): Refusal => refusal('TOO_MANY_REQUESTS', 'LINK_USED_UP', {})

export const refuseTooOften = (retryAfterSec: number): Refusal =>
  refusal('TOO_MANY_REQUESTS', 'TOO_OFTEN', {}, { data: { retryAfterSec } })

export const refuseNoVisit = (): Refusal => refusal('NOT_FOUND', 'NO_VISIT', {})
