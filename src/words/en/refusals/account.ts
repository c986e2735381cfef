import type { AccountRefusals, CommonRefusals, ProxyRefusals } from '../../../core/refusal-reasons.ts'
import { renderCallFailure } from '../../call-failures.ts'
import { renderCoded } from '../../coded.ts'
import { describeInputProblem } from '../../input-problems.ts'
import type { Sentences } from '../../sentences.ts'
import { callFailures } from '../call-failures.ts'
import { inputProblems } from '../input-problems.ts'
import { proxyWords } from '../proxies.ts'

export const common: Sentences<CommonRefusals> = {
  NO_SUCH_THING: ({ what }) => `No such ${what}. Check the id; it must belong to the key's user.`,
  CURSOR_UNKNOWN: 'not a nextCursor of this list. Leave it out to begin anew.',
  IDEMPOTENCY_KEY_REUSED:
    'This idempotency key was used for another request within the last 24 hours. Use a new key for a new request.',
  FIELD_INVALID: ({ problem }) => describeInputProblem(inputProblems, problem),
}

export const account: Sentences<AccountRefusals> = {
  OWN_ACCOUNT: 'Nobody takes the own rights away: have another administrator do it.',
  OWNER_STAYS: 'The owner stays as they are: the workspace has to be handed over to somebody else first.',
  OWNER_ONLY: 'Only the owner hands the workspace over.',
  TOO_MANY_WORKSPACES: ({ most }) => `One person may own ${most} workspaces. Delete one, or hand one over.`,
  ACCOUNT_FIRST: ({ email }) =>
    `There is no account for ${email}, and only administrators of this service make new ones. Ask one of them first.`,
  ALREADY_MEMBER: ({ email }) => `${email} is in the workspace already. Change the role there instead.`,
  INVITED_OTHER: ({ email }) => `This invitation is for ${email}. Sign in with that address.`,
  INVITATION_OVER: 'This invitation is over. Ask who invited you for a new one.',
  OTHER_NAME: 'That is not the name of the workspace. Write it as it stands there.',
  HAS_ACCOUNT: ({ email }) =>
    `There is already an account for ${email}. Change it in the list of people instead.`,
  NO_ACCOUNT: ({ email }) => `There is no account for ${email}. Check the address, or make one first.`,
  EMAIL_INVALID: ({ email }) => `"${email}" is not an e-mail address.`,
  EMAIL_TAKEN: ({ email }) => `There is already an account for ${email}. Sign in with it, or use another.`,
  PASSWORD_LENGTH: ({ least, most }) => `A password has ${least} to ${most} characters; choose another one.`,
  NO_SERVER_MAIL: 'this service has no mail server. Its operator can name one by SMTP_URL.',
  KEY_EXPIRY_PAST: 'it is over already. Name a time to come, or leave it out.',
  NO_SUCH_SECRET: 'No such secret. List the secrets to see their names.',
  SECRET_VALUE_MISSING:
    'give the value of the secret. Only signed-in people may leave it out, to change the hosts of a stored one.',
  SECRET_OF_OTHER_KIND:
    'There is a secret of this name whose value is had in another way. Delete that first, or choose another name.',
  NO_SUCH_CONNECTION: 'No connection has this name. List the secrets to see which are connections.',
  KEY_FILE_UNREADABLE:
    'This is no key file of a service account. Give the JSON file as Google gave it out, whole.',
  NOBODY_AGREES: 'This connection gets its tokens by itself. Check it instead.',
  AGREEMENT_UNKNOWN:
    'This answer belongs to no connection that you began within the last 10 minutes. Begin again on the page of secrets.',
  NOT_AGREED: ({ name, error }) =>
    `The other system did not let flows act for you${error === null ? '' : ` (${error})`}. Connect "${name}" again if that was not meant.`,
  CODE_REFUSED: ({ name, error }) =>
    `The other system gave no token for "${name}"${error === null ? '' : ` (${error})`}. Check the settings of the connection, then connect again.`,
  SECRET_HOSTS_MISSING:
    'Name the hosts that calls may take the secret to in “hosts”, such as ["api.example.com"].',
  TOO_MANY_SECRETS: ({ most }) => `There are ${most} secrets already; delete one that is not needed.`,
  BAD_URL: ({ call }) => renderCallFailure(callFailures, call),
  ADDRESS_REFUSED: ({ call }) => renderCallFailure(callFailures, call),
  TOO_MANY_WEBHOOKS: ({ most }) => `There are ${most} webhooks already; delete one that is not needed.`,
}

export const proxies: Sentences<ProxyRefusals> = {
  SANDBOX_USES_NO_PROXY:
    'A client on the sandbox network uses no proxy: that network runs beside the service, where no proxy leads. Give the proxy to a client on the real network.',
  CLIENTS_WOULD_GO_DIRECT: ({ clients }) =>
    `${clients} clients would have no proxy left and connect directly. Seed others first, or send allowDirect: true.`,
  PROXY_INVALID: ({ problem }) => `${renderCoded(proxyWords.entries, problem)}.`,
  PROXY_UNKNOWN: 'No such proxy. proxies.list shows them.',
}
