import { z } from 'zod'
import { CONNECTION_KINDS, MAIL_SECURITIES, MAX_EMAILS_PER_DAY } from '../../core/connection-kinds.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { MAX_SECRET_HOST_CHARS } from '../../core/secret-hosts.ts'
import { defineOperation } from '../operation.ts'
import { hosts, name, Secret } from './secret-fields.ts'

const address = z.url({ protocol: /^https?$/, error: problemText('NO_ADDRESS') }).max(2_000)
const credential = z.string().min(1).max(4_096)
const scope = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]*( +[\x21\x23-\x5b\x5d-\x7e]+)*$/)
const TOO_MANY_FIELDS = problemText('SIZE', { bound: 'at_most', size: '10', unit: 'array' })
const extra = z
  .record(z.string().regex(/^[\w.-]{1,64}$/), z.string().max(500))
  .refine((given) => Object.keys(given).length <= 10, TOO_MANY_FIELDS)

const ofClient = {
  tokenUrl: address.describe('Where tokens are given out.'),
  clientId: credential,
  scope: scope.optional().describe('What is asked for, with spaces between.'),
  clientAuth: z
    .enum(['basic', 'body'])
    .default('basic')
    .describe('How client id and secret are sent: in the header Authorization, or as fields of the body.'),
  tokenParams: extra.optional().describe('Further fields of requests for tokens, such as audience.'),
}

const NO_KIND = problemText('NONE_OF', { choices: CONNECTION_KINDS.map((kind) => JSON.stringify(kind)) })

/** What a connection gets its tokens with; nothing of it is answered again that is confidential. */
const Settings = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('oauth2_client'), ...ofClient, clientSecret: credential }),
    z.strictObject({
      kind: z.literal('oauth2_code'),
      authorizeUrl: address.describe('Where people are asked whether they agree.'),
      ...ofClient,
      clientSecret: credential.optional().describe('Left out for a public client.'),
      authorizeParams: extra
        .optional()
        .describe('Further fields of the address where people agree, such as access_type.'),
    }),
    z.strictObject({
      kind: z.literal('google_service_account'),
      keyFile: z.string().min(1).max(16_384).describe('The JSON key file as Google gave it out.'),
      scope: scope.min(1),
      subject: z.email().optional().describe('Whom it acts for, where its domain lets it.'),
    }),
    z.strictObject({
      kind: z.literal('smtp'),
      host: z
        .string()
        .trim()
        .toLowerCase()
        .max(MAX_SECRET_HOST_CHARS)
        .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/, problemText('NO_SECRET_HOST')),
      port: z.int().min(1).max(65_535).default(587),
      security: z
        .enum(MAIL_SECURITIES)
        .default('starttls')
        .describe(
          '`tls` from the first byte (port 465), `starttls` demanded (587), or `none`, to servers an operator has listed.',
        ),
      user: credential.optional(),
      password: credential.optional(),
      from: z.email().max(320).describe('Whom e-mails come from.'),
      fromName: z
        .string()
        .trim()
        .max(100)
        .regex(/^\P{Cc}*$/u)
        .optional(),
      perDay: z
        .int()
        .min(1)
        .max(MAX_EMAILS_PER_DAY)
        .default(200)
        .describe('How many e-mails flows of one client may send on a day, in UTC.'),
    }),
  ],
  { error: NO_KIND },
)

export type ConnectionSettings = z.output<typeof Settings>

export const connections = {
  set: defineOperation({
    name: 'secrets.connections.set',
    summary: 'Store how tokens of another system are had; flows name them as any secret',
    description:
      'The tokens are kept encrypted, renewed before they end, and go to `hosts` alone. Settings given again replace all of them and end what was connected.',
    scope: 'secrets:write',
    reach: 'account',
    effect: 'destroys',
    extension: true,
    input: z.strictObject({
      name,
      hosts: hosts
        .optional()
        .describe(
          'Where calls may take the tokens. Needed for a new one; settings given again keep those there are. A mail server has its own.',
        ),
      settings: Settings,
    }),
    output: Secret,
  }),
  redirectUri: defineOperation({
    name: 'secrets.connections.redirectUri',
    summary: 'Read the address to register at the other system, where people come back to',
    scope: 'secrets:read',
    reach: 'account',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.object({ redirectUri: z.string() }),
  }),
  begin: defineOperation({
    name: 'secrets.connections.begin',
    summary: 'Make the address at which somebody agrees that flows act for them',
    description:
      'Open it in the browser of the person who is signed in here. It is good for 10 minutes, once.',
    scope: 'people',
    right: 'manage',
    reach: 'account',
    effect: 'writes',
    extension: true,
    input: z.strictObject({ name }),
    output: z.object({ url: z.string() }),
  }),
  finish: defineOperation({
    name: 'secrets.connections.finish',
    summary: 'Take what the other system sent the person back with',
    scope: 'people',
    right: 'manage',
    reach: 'account',
    effect: 'writes',
    extension: true,
    input: z.strictObject({
      state: z.string().max(200),
      code: z.string().max(4_096).optional(),
      error: z.string().max(200).optional(),
    }),
    output: Secret,
  }),
  check: defineOperation({
    name: 'secrets.connections.check',
    summary: 'Get a new token now, to see whether the connection works',
    scope: 'secrets:write',
    reach: 'account',
    effect: 'writes',
    extension: true,
    input: z.strictObject({ name }),
    output: Secret,
  }),
}
