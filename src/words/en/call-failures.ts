import type { CallFailureWords } from '../call-failures.ts'

export const callFailures: CallFailureWords = {
  NO_METHOD: 'This is no method of a request.',
  NO_HTTP_ADDRESS: 'The address is not one of http or https. Correct it.',
  CREDENTIALS_IN_ADDRESS: 'The address holds a password. Put it into a header instead.',
  HEADER_REFUSED: ({ name }) => `The header ${JSON.stringify(name)} cannot be sent.`,
  ADDRESS_PRIVATE: ({ host }) =>
    `${host} is an address inside a private network, which is not called. An operator can allow it (OUTBOUND_ALLOW).`,
  NOT_ENCRYPTED: ({ host }) =>
    `${host} is called without encryption. Use https; an operator can list addresses that are called without it (OUTBOUND_ALLOW).`,
  HOST_NOT_FOUND: ({ host }) => `The host ${host} was not found. Check its name.`,
  ADDRESS_OF_ANOTHER: 'Models are asked at their own address alone.',
  REQUEST_TOO_LARGE: ({ most }) => `The request is larger than ${most} bytes.`,
  SECRET_MISSING: ({ secret }) =>
    `There is no secret "${secret}". Store it, or correct its name in the flow.`,
  SECRET_HELD: ({ secret }) =>
    `The secret "${secret}" may not go to the host of this call. Name the host with the secret, or correct the address.`,
  NOT_CONNECTED: ({ secret }) =>
    `The secret "${secret}" is not connected yet. Connect it on the page of secrets.`,
  CONNECTION_ENDED: ({ secret }) =>
    `The connection "${secret}" has ended: the other system takes its tokens no more. Connect it again on the page of secrets.`,
  TOKEN_REFUSED: ({ secret, error }) =>
    `No token was given for "${secret}"${error === null ? '' : ` (${error})`}. Check its settings on the page of secrets.`,
  TOKEN_FAILED: ({ secret, error }) =>
    `A token for "${secret}" could not be had${error === null ? '' : ` (${error})`}. It is tried again with the next call.`,
  FILE_TOO_LARGE: ({ most }) => `The file is larger than ${most} bytes.`,
  FILE_GONE: 'There is no file of this id any more. Files of messages are kept for a time only.',
  FILE_UNAVAILABLE: ({ why }) =>
    `The file could not be had from the network: ${why ?? 'It has not arrived in time.'}`,
  FILES_NOT_POSTED: 'Files cannot be posted from here.',
  CONNECTED_TOO_LATE: ({ host }) => `${host} could not be reached in time.`,
  CONNECT_FAILED: ({ error }) => `The connection could not be made (${error}).`,
  CONNECTION_LOST: 'The connection ended before the answer was complete.',
  NO_ANSWER: ({ withinMs }) => `No answer within ${withinMs} ms.`,
  ANSWER_TOO_LARGE: ({ host, most }) => `The answer of ${host} is larger than ${most} bytes.`,
  REDIRECTED: 'It redirects to another address. Use the final one.',
  REDIRECTED_TOO_OFTEN: ({ most }) => `More than ${most} redirects. Use the final one.`,
  REDIRECTED_UNENCRYPTED: ({ host }) => `${host} redirects to an address without encryption.`,
  REDIRECTED_WITH_BODY: ({ host }) =>
    `${host} redirects a request with a body to another host. Use the final address.`,
  GIVEN_UP: 'The request was given up.',
  SERVICE_STOPPED: 'The service stopped during the call, which may not be repeated.',
  NO_MAIL_SERVER: ({ secret }) =>
    `The secret "${secret}" is no mail server. Store one of this name, or name another in the flow.`,
  MAILS_NOT_SENT_HERE: 'E-mail cannot be sent from here.',
  MAIL_REFUSED: ({ status }) => `The mail server refused the e-mail (${status}).`,
  MAIL_DEFERRED: ({ status }) => `The mail server takes no e-mail for now (${status}).`,
  MAIL_LOGIN_REFUSED: 'The mail server refused the user or the password of the secret.',
  MAIL_SERVER_UNCLEAR: 'The mail server answered something that cannot be understood.',
  MAIL_TLS_FAILED: ({ host }) =>
    `No encrypted connection to ${host} could be made. Check its port, its kind of encryption and its certificate.`,
  MAIL_LIMIT_REACHED: ({ most }) => `Today’s limit of ${most} e-mails of this number is reached.`,
  MAIL_UNKNOWN: 'Nobody knows whether the e-mail was sent; it is not sent again.',
  MODELS_NOT_ASKED_HERE: 'This process asks no models.',
  MODEL_NOT_SET_UP: ({ model }) =>
    `There is no model "${model}". Set it up, or choose another one in the flow.`,
  MODEL_DELETED: 'The model was deleted.',
  MODEL_KEY_MISSING: ({ model, secret }) =>
    `The model "${model}" needs the secret "${secret}", which is not there.`,
  MODEL_KEY_HELD: ({ model, secret }) =>
    `The secret "${secret}" may not go to the server of the model "${model}".`,
  RUN_LIMIT_REACHED: ({ model, bound }) =>
    `The model "${model}" is limited for a run, and its limit of ${bound} is reached.`,
  CONTACT_LIMIT_REACHED: ({ model, bound }) =>
    `The model "${model}" is limited for a contact within 24 hours, and its limit of ${bound} is reached.`,
  DAY_LIMIT_REACHED: ({ model, bound }) =>
    `The model "${model}" is limited for all within 24 hours, and its limit of ${bound} is reached.`,
  MODEL_KEY_REFUSED: ({ status }) => `The model’s server answered ${status}. Check the key of the model.`,
  MODEL_UNKNOWN: ({ status }) =>
    `The model’s server answered ${status}. Check the address and the name of the model.`,
  MODEL_PLACES_TAKEN: ({ model }) =>
    `As many questions as the model ${model} may be asked at the same time are under way.`,
  MODEL_BUSY: ({ status }) =>
    `The model’s server answered ${status}. Ask less often, or raise its limits there.`,
  MODEL_FAILED: ({ status }) => `The model’s server answered ${status}.`,
  MODEL_REFUSED: ({ status }) => `The model’s server answered ${status}.`,
  ANSWER_UNREADABLE: ({ status }) =>
    status === null
      ? 'The model’s server answered something that cannot be understood.'
      : `The model’s server answered ${status}. What it said cannot be understood.`,
  ANSWER_HELD_BACK: 'The model’s server held its answer back.',
  ANSWER_CUT: 'The answer was cut off. Allow more tokens, or ask for less.',
  ANSWER_NOT_AS_ASKED: 'The model’s answer is not what was asked for.',
  ANSWER_WITH_SECRET: 'The model’s answer holds the value of a secret and is not passed on.',
  SERVICE_STOPPED_ASKING: 'The service stopped each time while the model was asked.',
  TOOLS_NOT_CALLED_HERE: 'This process calls no tools.',
  TOOL_AT_OTHER_ADDRESS: 'Tools are called at their own address alone.',
  TOOL_REFUSED: 'The server of the tool refused the call, or answered what cannot be understood.',
  TOOL_OUTPUT_UNREADABLE: 'The tool gave something that no text can hold.',
  ANSWERED: ({ status }) => `It answered with status ${status}.`,
  RECEIVER_GONE:
    'The receiver answered that it is gone (status 410). Correct the address and switch the webhook on again.',
  NOT_TRIED: 'It was not tried within 24 hours: the webhook was paused or switched off.',
  OTHER: ({ sentence }) => sentence,
}
