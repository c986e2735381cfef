import { existsSync } from 'node:fs'
import { z } from 'zod'
import { isAddressRange } from '../core/address-policy.ts'
import { LINKED_DEVICES } from '../core/client/linked-device.ts'
import { parseWebVersion } from '../core/client/web-version.ts'
import { canDecode, sender, smtpServer } from './smtp-variables.ts'

/** One environment variable: what it means, what it is without being set, and what its text must look like. */
export interface ConfigVariable<Value> {
  /** Shown in the documentation; the text that is parsed when the variable is not set. Null: stays unset. */
  readonly default: string | null
  readonly meaning: string
  /** What to write instead, shown when the text is refused. */
  readonly expected: string
  readonly schema: z.ZodType<Value, string>
}

function variable<Value>(
  schema: z.ZodType<Value, string>,
  fallback: string | null,
  expected: string,
  meaning: string,
): ConfigVariable<Value> {
  return { schema, default: fallback, expected, meaning }
}

function whole(from: number, to: number): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .pipe(z.number().int().min(from).max(to))
}

function url(...schemes: string[]): z.ZodType<string, string> {
  return z
    .string()
    .refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)))
    .transform((text) => text.replace(/\/+$/, ''))
}

const address = url('http', 'https').refine((text) => {
  const { pathname, search, hash } = new URL(text)
  return pathname === '/' && search === '' && hash === ''
})

const onOff = z.enum(['on', 'off']).transform((text) => text === 'on')

const natsServers = z
  .string()
  .refine((text) =>
    text.split(',').every((server) => /^((nats|tls|wss?):\/\/)?[^\s/]+(:\d+)?$/.test(server.trim())),
  )

const addressRanges = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .refine((items) => items.every(isAddressRange))

/** Scheme, name and port of pages, in the form that browsers compare. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim().replace(/\/$/, '')))
  .refine((items) =>
    items.every(
      (item) =>
        /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(item) &&
        URL.parse(item)?.origin === item.toLowerCase(),
    ),
  )
  .transform((items) => items.map((item) => item.toLowerCase()))

const webVersion = z
  .string()
  .transform((text) => (text === 'latest' || text === 'built-in' ? text : parseWebVersion(text)))
  .pipe(z.union([z.enum(['latest', 'built-in']), z.tuple([z.number(), z.number(), z.number()])]))

const levels = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
const filePath = z.string().refine((file) => existsSync(file))
const hexKey = z.string().regex(/^[0-9a-fA-F]{64}$/)
const masterKeys = z.string().regex(/^[0-9a-fA-F]{64}(,[0-9a-fA-F]{64})*$/)
const host = z.string().regex(/^[A-Za-z0-9_.:-]+$/)
const anyText = z.string().min(1)
const part = z
  .string()
  .regex(/^(0|1|0?\.\d+|[01]\.0*)$/)
  .transform(Number)

const headerList = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .refine((items) => items.every((item) => /^[\w-]+=\S+$/.test(item) && canDecode(item)))
  .transform((items) =>
    Object.fromEntries(
      items.map((item) => [
        item.slice(0, item.indexOf('=')),
        decodeURIComponent(item.slice(item.indexOf('=') + 1)),
      ]),
    ),
  )

/** Every environment variable the service reads, in the order of the documentation. */
export const CONFIG_VARIABLES = {
  PORT: variable(
    whole(0, 65_535),
    '3000',
    'a number from 0 to 65535',
    'Port of the API and the dashboard. 0 takes any free one.',
  ),
  HOST: variable(
    host,
    '127.0.0.1',
    'an address or a host name',
    'Address to listen on. The default answers only this machine; 0.0.0.0 answers all.',
  ),
  BASE_URL: variable(
    address,
    null,
    'an address without a path, like https://parley.example.com: the service has its host for itself',
    'Where people and systems reach the service from outside. Needed behind a proxy. Without it, the address it listens on.',
  ),
  DATA_DIR: variable(
    anyText,
    '.data',
    'a directory',
    'Directory of the built-in database, the master key and files. Belongs to one running service.',
  ),
  DATABASE_URL: variable(
    url('postgres', 'postgresql'),
    null,
    'an address like postgres://user:password@host:5432/name',
    'A PostgreSQL server (14 or newer) of your own. Without it, the built-in one in DATA_DIR.',
  ),
  DATABASE_POOL_SIZE: variable(
    whole(2, 500),
    '20',
    'a number from 2 to 500',
    'Connections to the database that one process opens at most.',
  ),
  NATS_URL: variable(
    natsServers,
    null,
    'addresses like nats://host:4222, separated by commas',
    'NATS servers that connect the processes of a cluster. Not needed when everything runs in one process.',
  ),
  NATS_PREFIX: variable(
    z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    'parley',
    'letters, digits, - and _',
    'Begins every subject on NATS. Installations that share servers need different ones.',
  ),
  NATS_CREDENTIALS: variable(
    filePath,
    null,
    'a readable file',
    'File with the credentials of a NATS user (`.creds`: token and seed).',
  ),
  NATS_CA: variable(
    filePath,
    null,
    'a readable file',
    'File with the certificate authorities (PEM) of the NATS servers.',
  ),
  NATS_CERT: variable(
    filePath,
    null,
    'a readable file',
    'File with the certificate (PEM) by which NATS knows this process. Needs NATS_KEY.',
  ),
  NATS_KEY: variable(filePath, null, 'a readable file', 'File with the key (PEM) of NATS_CERT.'),
  LEASE_SECONDS: variable(
    whole(5, 300),
    '30',
    'a number from 5 to 300',
    'How long a worker of a cluster may be silent before others take its clients over. Shorter finds a dead worker sooner; longer bears longer pauses of the database.',
  ),
  NETWORK_URL: variable(
    url('ws', 'wss'),
    null,
    'an address like wss://host/ws/chat',
    'Server that clients of the real network connect to, when it is not the usual one.',
  ),
  NETWORK_ROOT_KEY: variable(
    hexKey,
    null,
    '64 hexadecimal digits',
    'Public key of the certificate root of NETWORK_URL, when it has one of its own.',
  ),
  NETWORK_ROOT_SERIAL: variable(
    whole(0, 2_147_483_647),
    null,
    'a whole number',
    'Serial number of that certificate root.',
  ),
  NETWORK_MEDIA_CA: variable(
    filePath,
    null,
    'a readable file',
    'File with the certificate authority (PEM) of the media server of NETWORK_URL.',
  ),
  WEB_VERSION: variable(
    webVersion,
    'latest',
    'latest, built-in, or a version like 2.3000.1043857760',
    'Version of WhatsApp Web that clients tell the network: what its own page says is the newest, the one that came with Parley (then no page is asked), or one of your choice.',
  ),
  WEB_VERSION_PAGE: variable(
    url('http', 'https'),
    null,
    'an address like https://host/sw.js',
    'Page on which NETWORK_URL says its newest version. Without it none is asked there.',
  ),
  LINKED_DEVICE: variable(
    z.enum(LINKED_DEVICES),
    'Parley/Chrome',
    `one of ${LINKED_DEVICES.join(', ')}`,
    'What phones show in their list of linked devices, of those linked from then on: system and browser.',
  ),
  PROXY_CA: variable(
    filePath,
    null,
    'a readable file',
    'File with certificate authorities (PEM) of https proxies, beside the usual ones.',
  ),
  SANDBOX: variable(
    onOff,
    'on',
    'on or off',
    'Whether the sandbox network is offered: pretended phones and contacts to try everything with.',
  ),
  ACK_TIMEOUT_MS: variable(
    whole(100, 600_000),
    '20000',
    'milliseconds from 100 to 600000',
    'How long a send waits for the acknowledgement of the network before its outcome counts as unknown.',
  ),
  SIGN_UP: variable(
    z.enum(['open', 'closed', 'admins']),
    'closed',
    'open, closed or admins',
    'Who brings new people. `open`: they make accounts themselves. `closed`: they need an invitation, of an administrator or of an owner or admin of a workspace. `admins`: only administrators of the service invite people who have no account; into workspaces come those who have one. The first account can always be made, and is an administrator.',
  ),
  EMBED_ORIGINS: variable(
    origins,
    null,
    'origins like https://crm.example.com, separated by commas',
    'Whose pages may show the page of pairing links in a frame. Such a page can cover it with anything: name only those you trust as your own. Without it, nobody’s; no other page of Parley is ever shown in a frame.',
  ),
  MASTER_KEY: variable(
    masterKeys,
    null,
    '64 hexadecimal digits ("openssl rand -hex 32" makes them); old keys after commas',
    'Encrypts stored passwords. Without it, the key file in DATA_DIR. Set the same one on every machine of a cluster.',
  ),
  TRUST_PROXY: variable(
    onOff,
    'off',
    'on or off',
    'Whether the address of a caller is taken from X-Forwarded-For. Only on behind a proxy that sets it.',
  ),
  MEDIA_RETENTION_DAYS: variable(
    whole(1, 3650),
    '30',
    'a number from 1 to 3650',
    'Days that files of messages are kept in DATA_DIR/media, or in the bucket S3_BUCKET.',
  ),
  S3_BUCKET: variable(
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    null,
    'the name of a bucket',
    'Bucket of an S3-compatible store where files of messages are kept, for all processes of a cluster. Without it, DATA_DIR/media.',
  ),
  S3_ENDPOINT: variable(
    url('http', 'https'),
    null,
    'an address like https://s3.example.com',
    'Where that store answers (the bucket is the first part of the path). Without it, AWS in S3_REGION.',
  ),
  S3_REGION: variable(
    z.string().regex(/^[a-z0-9-]+$/),
    'us-east-1',
    'the name of a region',
    'Region of that store; stores of your own often take any.',
  ),
  S3_PREFIX: variable(
    z.string().regex(/^([A-Za-z0-9_-]+\/)+$/),
    null,
    'names that end in a slash, like parley/',
    'Put before the names of all objects, so that several services can share a bucket.',
  ),
  S3_ACCESS_KEY_ID: variable(anyText, null, 'the id of an access key', 'Access key of that store: its id.'),
  S3_SECRET_ACCESS_KEY: variable(
    anyText,
    null,
    'the secret of an access key',
    'Access key of that store: its secret.',
  ),
  FFMPEG_PATH: variable(
    filePath,
    null,
    'a program that is there',
    'The program ffmpeg, which makes small pictures of videos and turns more kinds of sound (M4A, AAC, AMR …) into voice notes. Without it, the one in PATH if there is one.',
  ),
  OUTBOUND_ALLOW: variable(
    addressRanges,
    null,
    'addresses or ranges like 10.1.2.3 or 10.0.0.0/8, separated by commas',
    'Addresses inside private networks that flows may call and files to send may come from. Without it, only public ones. Flows call these also without encryption; all others by https only.',
  ),
  SMTP_URL: variable(
    smtpServer,
    null,
    'an address like smtps://user:password@mail.example.com (smtp:// for STARTTLS), its parts encoded as in an address',
    'Mail server by which the service writes to its people when nobody answers a conversation. `smtps://` is encrypted from the first byte (port 465), `smtp://` demands STARTTLS (587), `smtp+insecure://` has no encryption (25), for a server on the same machine. Without it nobody gets e-mails. Flows send by the servers of their own secrets.',
  ),
  SMTP_FROM: variable(
    sender,
    null,
    'an address like parley@example.com, or Parley <parley@example.com>',
    'Whom those e-mails come from.',
  ),
  JOB_CONCURRENCY: variable(
    whole(1, 100),
    '10',
    'a number from 1 to 100',
    'Timers and background jobs that one process works on at a time.',
  ),
  JOB_POLL_INTERVAL_MS: variable(
    whole(100, 60_000),
    '1000',
    'milliseconds from 100 to 60000',
    'How often due timers are looked for; jobs without a delay start at once in any case.',
  ),
  SHUTDOWN_TIMEOUT_MS: variable(
    whole(1_000, 600_000),
    '15000',
    'milliseconds from 1000 to 600000',
    'How long running work may take to finish when the service is told to stop.',
  ),
  METRICS_TOKEN: variable(
    anyText,
    null,
    'a text that nobody can guess',
    'Opens /metrics to callers that send it as "Authorization: Bearer …". Without it only this machine may read them.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    url('http', 'https'),
    null,
    'an address like http://localhost:4318',
    'An OpenTelemetry collector that takes traces by OTLP over HTTP (the path /v1/traces is added). Without it there are none.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: variable(
    headerList,
    null,
    'headers like name=value,other=value, encoded as in an address',
    'Sent to that collector with the traces, such as a key of it.',
  ),
  OTEL_SERVICE_NAME: variable(anyText, 'parley', 'a name', 'What this service is called in traces.'),
  OTEL_TRACES_SAMPLER_ARG: variable(
    part,
    '1',
    'a number from 0 to 1',
    'The part of traces that is kept; 0.01 keeps one of a hundred.',
  ),
  LOG_LEVEL: variable(
    levels,
    'info',
    'trace, debug, info, warn, error, fatal or silent',
    'How much is logged. Messages, media and keys never are; phone numbers only with their last four digits.',
  ),
} as const

export type ConfigName = keyof typeof CONFIG_VARIABLES
