import { type Refusal, refusal } from '../../../core/errors.ts'
import type { NotAvailable, RefusalParams, RefusalReason } from '../../../core/refusal-reasons.ts'

/** Refusals of sends. In all of them nothing was handed to the network. */

export const notConnected = (): Refusal =>
  refusal('SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED', { while: 'sending' })

/** The connection ended, or the network kept silent, while it was asked. */
export const numbersUnknown = (cause: unknown): Refusal =>
  refusal('SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED', { while: 'checking' }, { cause })

/** The network did not say who has a username, or not in a form that is known. */
export const usernameNotSaid = (cause: unknown): Refusal =>
  refusal('SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED', { while: 'naming' }, { cause })

export const usernameNotFound = (username: string): Refusal =>
  refusal('UNPROCESSABLE_CONTENT', 'USERNAME_NOT_FOUND', { username })

export const usernameKeyNeeded = (username: string): Refusal =>
  refusal('UNPROCESSABLE_CONTENT', 'USERNAME_KEY_NEEDED', { username })

/** The network did not answer what has to be known before a message leaves, such as the devices of a person. */
export const networkSilent = (cause: unknown): Refusal =>
  refusal('SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED', { while: 'preparing' }, { cause })

export const queueFull = (waiting: number): Refusal =>
  refusal('SERVICE_UNAVAILABLE', 'SEND_QUEUE_FULL', { waiting })

export const noCallLink = (cause: unknown): Refusal =>
  refusal('SERVICE_UNAVAILABLE', 'NO_CALL_LINK', {}, { cause })

export const recipientNotFound = (address: string): Refusal =>
  refusal('UNPROCESSABLE_CONTENT', 'RECIPIENT_NOT_FOUND', { address })

export const answeredMeanwhile = (id: string): Refusal => refusal('CONFLICT', 'ANSWERED_MEANWHILE', { id })

export const editWindowPast = (minutes: number): Refusal =>
  refusal('UNPROCESSABLE_CONTENT', 'EDIT_WINDOW_PAST', { minutes })

export const deleteWindowPast = (hours: number): Refusal =>
  refusal('UNPROCESSABLE_CONTENT', 'DELETE_WINDOW_PAST', { hours })

/** So much of an id that a caller gave is repeated to them. */
const MAX_ID_CHARS = 128

export const messageNotFound = (id: string): Refusal =>
  refusal('NOT_FOUND', 'MESSAGE_NOT_FOUND', { id: id.slice(0, MAX_ID_CHARS) })

export const notAvailableYet = (missing: NotAvailable): Refusal =>
  refusal('UNPROCESSABLE_CONTENT', 'NOT_AVAILABLE_YET', { missing }, { data: { missing } })

/** A field that parses but means nothing here. */
export const badField = <Reason extends RefusalReason>(
  path: string,
  reason: Reason,
  params: RefusalParams[Reason],
): Refusal => refusal('BAD_REQUEST', reason, params, { path })

export const unknownQuoted = (id: string): Refusal =>
  badField('message.quoted', 'QUOTED_NOT_FOUND', { id: id.slice(0, MAX_ID_CHARS) })
