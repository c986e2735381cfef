import type { SendErrorWords } from '../send-errors.ts'

const until = (iso: string | null): string =>
  iso === null ? 'The network does not say until when.' : `It ends at ${iso}.`

export const sendErrors: SendErrorWords = {
  unknown: {
    ack_timeout: ({ withinMs }) =>
      `The server did not confirm the message within ${withinMs} ms. It may have left; send again only under the same id.`,
    connection_lost:
      'The connection ended before the server confirmed the message. It may have left; send again only under the same id.',
    connector_failed: 'The connection failed while sending.',
    expired: 'it was on the wire more than 24 hours ago and was never confirmed.',
    flow_ended: 'it was on the wire, and its flow ended before it was confirmed.',
    service_stopped:
      'the service stopped while this message was being sent. A receipt will show whether it arrived.',
    outcome_not_stored:
      'what became of this message could not be stored when it was sent. A receipt will show whether it arrived.',
    no_word_yet: 'it was handed to the network and nothing showed yet whether it arrived.',
    cannot_be_repeated: 'the first call may have sent it, and it cannot be sent again now.',
    cannot_be_asked: 'the client is not connected, so what became of the first call cannot be asked now.',
    worker_silent: 'the worker did not answer in time.',
    reading_unconfirmed: 'the worker did not answer in time. Reading again does no harm.',
    presence_unconfirmed: 'the worker did not answer in time. Calling again does no harm.',
  },
  sentBefore: (refusal) => `an earlier attempt may have reached the network. ${refusal}`,
  refused: {
    479: 'The server could not read the message for this recipient. Send it again later.',
    400: 'The server refuses the form of the message.',
    403: 'This account may not write to this chat. Unblock the contact if it is blocked; in a group the account has to be a member, and an admin where only admins write.',
    404: 'The server does not know this recipient.',
    429: 'The server refuses more messages for now. Send more slowly.',
  },
  refusedWith: (code) => `The server refused the message with code ${code}.`,
  until,
  errors: {
    REFUSED_LATE: 'The network refused it after accepting it.',
    REACH_OUT_RESTRICTED: ({ until: iso }) =>
      `the network does not let this account write to new people. ${until(iso)}`,
    NEW_CHAT_LIMIT: ({ until: iso }) =>
      `the account has begun nearly as many new chats as the network allows. People who wrote first are answered. ${until(iso)}`,
    NOT_CONNECTED: 'The client is not connected. Nothing was sent; send again once it is.',
    NO_ANSWER: 'The network did not answer in time, so nothing was sent. Send it again.',
    RECIPIENT_NOT_FOUND: ({ to }) => `${to} is not on the network. Check the number with its country code.`,
    NO_KEYS: ({ to }) =>
      `The network has no keys of ${to} to encrypt with. Nothing was sent; send it again later.`,
    ENCRYPTION_FAILED: ({ why }) =>
      `The message could not be encrypted (${why}). Nothing was sent; send it again.`,
    RECIPIENT_UNSUPPORTED: ({ to }) => `Sending to ${to} is not supported. Send to a person or a group.`,
    BYTES_UNREADABLE: 'The bytes of the message cannot be read. Prepare it again.',
    EXPIRED: 'it waited for more than 24 hours and no longer fits.',
    CANCELLED: 'its flow ended before it could be sent.',
    NOT_AVAILABLE_YET: 'this server cannot send this kind of message.',
    READ_FAILED: 'the network did not take the read receipts.',
    PRESENCE_FAILED: 'the network was not told.',
  },
  album: ({ sent, all, item, why }) => `${sent} of ${all} items went out. res.items[${item}]: ${why}`,
}
