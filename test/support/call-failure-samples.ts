import {
  type CallFailure,
  type CallFailureParams,
  toErrorCode,
} from '../../src/core/conversation/call-failure.ts'

/** Parameters of every reason, with the English that the interface has answered from the first. */
export const CALL_FAILURE_SAMPLES: {
  readonly [Reason in keyof CallFailureParams]: readonly [params: CallFailureParams[Reason], sentence: string]
} = {
  NO_METHOD: [{}, 'This is no method of a request.'],
  NO_HTTP_ADDRESS: [{}, 'The address is not one of http or https. Correct it.'],
  CREDENTIALS_IN_ADDRESS: [{}, 'The address holds a password. Put it into a header instead.'],
  HEADER_REFUSED: [{ name: 'X-A' }, 'The header "X-A" cannot be sent.'],
  ADDRESS_PRIVATE: [
    { host: '10.0.0.1' },
    '10.0.0.1 is an address inside a private network, which is not called. An operator can allow it (OUTBOUND_ALLOW).',
  ],
  NOT_ENCRYPTED: [
    { host: 'a.example' },
    'a.example is called without encryption. Use https; an operator can list addresses that are called without it (OUTBOUND_ALLOW).',
  ],
  HOST_NOT_FOUND: [{ host: 'a.example' }, 'The host a.example was not found. Check its name.'],
  ADDRESS_OF_ANOTHER: [{}, 'Models are asked at their own address alone.'],
  REQUEST_TOO_LARGE: [{ most: 9 }, 'The request is larger than 9 bytes.'],
  SECRET_MISSING: [
    { secret: 'shop' },
    'There is no secret "shop". Store it, or correct its name in the flow.',
  ],
  SECRET_HELD: [
    { secret: 'shop' },
    'The secret "shop" may not go to the host of this call. Name the host with the secret, or correct the address.',
  ],
  NOT_CONNECTED: [
    { secret: 'crm' },
    'The secret "crm" is not connected yet. Connect it on the page of secrets.',
  ],
  CONNECTION_ENDED: [
    { secret: 'crm' },
    'The connection "crm" has ended: the other system takes its tokens no more. Connect it again on the page of secrets.',
  ],
  TOKEN_REFUSED: [
    { secret: 'crm', error: 'invalid_client' },
    'No token was given for "crm" (invalid_client). Check its settings on the page of secrets.',
  ],
  TOKEN_FAILED: [
    { secret: 'crm', error: null },
    'A token for "crm" could not be had. It is tried again with the next call.',
  ],
  FILE_TOO_LARGE: [{ most: 9 }, 'The file is larger than 9 bytes.'],
  FILE_GONE: [{}, 'There is no file of this id any more. Files of messages are kept for a time only.'],
  FILE_UNAVAILABLE: [
    { why: null },
    'The file could not be had from the network: It has not arrived in time.',
  ],
  FILES_NOT_POSTED: [{}, 'Files cannot be posted from here.'],
  CONNECTED_TOO_LATE: [{ host: 'a.example' }, 'a.example could not be reached in time.'],
  CONNECT_FAILED: [{ error: 'ECONNREFUSED' }, 'The connection could not be made (ECONNREFUSED).'],
  CONNECTION_LOST: [{}, 'The connection ended before the answer was complete.'],
  NO_ANSWER: [{ withinMs: 9 }, 'No answer within 9 ms.'],
  ANSWER_TOO_LARGE: [{ host: 'a.example', most: 9 }, 'The answer of a.example is larger than 9 bytes.'],
  REDIRECTED: [{}, 'It redirects to another address. Use the final one.'],
  REDIRECTED_TOO_OFTEN: [{ most: 3 }, 'More than 3 redirects. Use the final one.'],
  REDIRECTED_UNENCRYPTED: [{ host: 'a.example' }, 'a.example redirects to an address without encryption.'],
  REDIRECTED_WITH_BODY: [
    { host: 'a.example' },
    'a.example redirects a request with a body to another host. Use the final address.',
  ],
  GIVEN_UP: [{}, 'The request was given up.'],
  SERVICE_STOPPED: [{}, 'The service stopped during the call, which may not be repeated.'],
  NO_MAIL_SERVER: [
    { secret: 'mail' },
    'The secret "mail" is no mail server. Store one of this name, or name another in the flow.',
  ],
  MAILS_NOT_SENT_HERE: [{}, 'E-mail cannot be sent from here.'],
  MAIL_REFUSED: [{ status: 550 }, 'The mail server refused the e-mail (550).'],
  MAIL_DEFERRED: [{ status: 451 }, 'The mail server takes no e-mail for now (451).'],
  MAIL_LOGIN_REFUSED: [{}, 'The mail server refused the user or the password of the secret.'],
  MAIL_SERVER_UNCLEAR: [{}, 'The mail server answered something that cannot be understood.'],
  MAIL_TLS_FAILED: [
    { host: 'a.example' },
    'No encrypted connection to a.example could be made. Check its port, its kind of encryption and its certificate.',
  ],
  MAIL_LIMIT_REACHED: [{ most: 9 }, 'Today’s limit of 9 e-mails of this number is reached.'],
  MAIL_UNKNOWN: [{}, 'Nobody knows whether the e-mail was sent; it is not sent again.'],
  MODELS_NOT_ASKED_HERE: [{}, 'This process asks no models.'],
  MODEL_NOT_SET_UP: [
    { model: 'small' },
    'There is no model "small". Set it up, or choose another one in the flow.',
  ],
  MODEL_DELETED: [{}, 'The model was deleted.'],
  MODEL_KEY_MISSING: [
    { model: 'small', secret: 'key' },
    'The model "small" needs the secret "key", which is not there.',
  ],
  MODEL_KEY_HELD: [
    { model: 'small', secret: 'key' },
    'The secret "key" may not go to the server of the model "small".',
  ],
  RUN_LIMIT_REACHED: [
    { model: 'small', bound: 'calls' },
    'The model "small" is limited for a run, and its limit of calls is reached.',
  ],
  CONTACT_LIMIT_REACHED: [
    { model: 'small', bound: 'tokens' },
    'The model "small" is limited for a contact within 24 hours, and its limit of tokens is reached.',
  ],
  DAY_LIMIT_REACHED: [
    { model: 'small', bound: 'cost' },
    'The model "small" is limited for all within 24 hours, and its limit of cost is reached.',
  ],
  MODEL_KEY_REFUSED: [{ status: 401 }, 'The model’s server answered 401. Check the key of the model.'],
  MODEL_UNKNOWN: [
    { status: 404 },
    'The model’s server answered 404. Check the address and the name of the model.',
  ],
  MODEL_PLACES_TAKEN: [
    { model: 'default' },
    'As many questions as the model default may be asked at the same time are under way.',
  ],
  MODEL_BUSY: [
    { status: 429 },
    'The model’s server answered 429. Ask less often, or raise its limits there.',
  ],
  MODEL_FAILED: [{ status: 503 }, 'The model’s server answered 503.'],
  MODEL_REFUSED: [{ status: 400 }, 'The model’s server answered 400.'],
  ANSWER_UNREADABLE: [{ status: 200 }, 'The model’s server answered 200. What it said cannot be understood.'],
  ANSWER_HELD_BACK: [{}, 'The model’s server held its answer back.'],
  ANSWER_CUT: [{}, 'The answer was cut off. Allow more tokens, or ask for less.'],
  ANSWER_NOT_AS_ASKED: [{}, 'The model’s answer is not what was asked for.'],
  ANSWER_WITH_SECRET: [{}, 'The model’s answer holds the value of a secret and is not passed on.'],
  SERVICE_STOPPED_ASKING: [{}, 'The service stopped each time while the model was asked.'],
  TOOLS_NOT_CALLED_HERE: [{}, 'This process calls no tools.'],
  TOOL_AT_OTHER_ADDRESS: [{}, 'Tools are called at their own address alone.'],
  TOOL_REFUSED: [{}, 'The server of the tool refused the call, or answered what cannot be understood.'],
  TOOL_OUTPUT_UNREADABLE: [{}, 'The tool gave something that no text can hold.'],
  ANSWERED: [{ status: 503 }, 'It answered with status 503.'],
  RECEIVER_GONE: [
    {},
    'The receiver answered that it is gone (status 410). Correct the address and switch the webhook on again.',
  ],
  NOT_TRIED: [{}, 'It was not tried within 24 hours: the webhook was paused or switched off.'],
  OTHER: [{ sentence: 'something of before' }, 'something of before'],
}

export const CALL_FAILURES = Object.entries(CALL_FAILURE_SAMPLES).map(([code, [params, sentence]]) => ({
  failure: { code, params } as CallFailure,
  sentence,
}))

/** Some failure that flows are told by this code. */
export function failureWith(code: string): CallFailure {
  const found = CALL_FAILURES.find(({ failure }) => toErrorCode(failure) === code)
  if (!found) throw new Error(`no call fails with ${code}`)
  return found.failure
}
