import { Refusal } from '../../core/errors.ts'

export const refuseNotLinkable = (): Refusal =>
  new Refusal(
    'CONFLICT',
    'This client is linked already, or its session is away or on trial. Log it out first to link another account.',
    { data: { reason: 'NOT_LINKABLE' } },
  )

export const refuseUnknown = (): Refusal =>
  new Refusal('NOT_FOUND', 'This link does not work, or not any more. Ask who sent it for a new one.', {
    data: { reason: 'LINK_UNKNOWN' },
  })

/** `why` as the page tells it. */
export const refuseOver = (why: string): Refusal =>
  new Refusal('CONFLICT', 'This link is over. Ask who sent it for a new one.', {
    data: { reason: 'LINK_OVER', why },
  })

export const refuseElsewhere = (): Refusal =>
  new Refusal(
    'CONFLICT',
    'This link was opened in another browser. Leave it there first; if that was not you, tell who sent it.',
    { data: { reason: 'LINK_OPENED_ELSEWHERE' } },
  )

export const refuseUsedUp = (): Refusal =>
  new Refusal(
    'TOO_MANY_REQUESTS',
    'This was tried too often with this link. Ask who sent it for a new one.',
    { data: { reason: 'LINK_USED_UP' } },
  )

export const refuseTooOften = (retryAfterSec: number): Refusal =>
  new Refusal('TOO_MANY_REQUESTS', 'This was asked too often. Wait a minute, then try again.', {
    data: { reason: 'TOO_OFTEN', retryAfterSec },
  })

export const refuseNoVisit = (): Refusal =>
  new Refusal('NOT_FOUND', 'This page does not have the link open any more. Open the link again.', {
    data: { reason: 'NO_VISIT' },
  })
