import { Refusal } from '../../../core/errors.ts'

/** Refusals of sends. In all of them nothing was handed to the network. */

export const notConnected = (): Refusal =>
  new Refusal(
    'SERVICE_UNAVAILABLE',
    'The client is not connected, so nothing was sent. Start its worker or wait until it is connected, then call again.',
    { data: { reason: 'CLIENT_NOT_CONNECTED' } },
  )

/** The connection ended, or the network kept silent, while it was asked. */
export const numbersUnknown = (cause: unknown): Refusal =>
  new Refusal(
    'SERVICE_UNAVAILABLE',
    'The network did not answer whether it knows this number, so nothing was sent. Call again.',
    { data: { reason: 'CLIENT_NOT_CONNECTED' }, cause },
  )

/** What had to be known before a message leaves, such as people's devices, was asked in vain. */
export const networkSilent = (cause: unknown): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', 'The network did not answer in time, so nothing was sent. Call again.', {
    data: { reason: 'CLIENT_NOT_CONNECTED' },
    cause,
  })

export const queueFull = (waiting: number): Refusal =>
  new Refusal(
    'SERVICE_UNAVAILABLE',
    `The client already has ${waiting} messages waiting, so this one was not taken. Call again later, or raise sendRatePerSecond.`,
    { data: { reason: 'SEND_QUEUE_FULL' } },
  )

export const noCallLink = (cause: unknown): Refusal =>
  new Refusal(
    'SERVICE_UNAVAILABLE',
    'The network gave no link for the call, so nothing was sent. Call again in a moment, or send the event without `call`.',
    { data: { reason: 'NO_CALL_LINK' }, cause },
  )

export const recipientNotFound = (address: string): Refusal =>
  new Refusal(
    'UNPROCESSABLE_CONTENT',
    `${address} is not on the network, so nothing was sent. Check the number with its country code.`,
    { data: { reason: 'RECIPIENT_NOT_FOUND' } },
  )

export const editWindowPast = (windowMin: number): Refusal =>
  new Refusal(
    'UNPROCESSABLE_CONTENT',
    `Messages can be edited for ${windowMin} minutes, and this one is older. Send a new message instead.`,
    { data: { reason: 'EDIT_WINDOW_PAST' } },
  )

export const deleteWindowPast = (windowHours: number): Refusal =>
  new Refusal(
    'UNPROCESSABLE_CONTENT',
    `Messages can be taken back for ${windowHours} hours, and this one is older. Nothing was sent.`,
    { data: { reason: 'DELETE_WINDOW_PAST' } },
  )

export const messageNotFound = (id: string): Refusal =>
  new Refusal(
    'NOT_FOUND',
    `This client has no message ${JSON.stringify(id.slice(0, 128))} in that chat. Check the id and the chat.`,
    { data: { reason: 'MESSAGE_NOT_FOUND' } },
  )

export const notAvailableYet = (what: string): Refusal =>
  new Refusal('UNPROCESSABLE_CONTENT', `This server does not do it yet: ${what}. Nothing was sent.`, {
    data: { reason: 'NOT_AVAILABLE_YET', missing: what },
  })

/** A field that parses but means nothing here. */
export const badField = (path: string, message: string): Refusal =>
  new Refusal('BAD_REQUEST', `${path}: ${message}`, { data: { errors: [{ path, message }] } })

/** An outcome nobody can know now. Errors of that kind start with this word, in answers and in the store. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN'

export const unknownQuoted = (id: string): Refusal =>
  badField(
    'message.quoted',
    `This client has no message ${JSON.stringify(id.slice(0, 128))} in that chat; quote one it has seen.`,
  )
