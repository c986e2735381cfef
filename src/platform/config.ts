import type { z } from 'zod'
import { CONFIG_VARIABLES, type ConfigName } from './config-variables.ts'
import type { TracingOptions } from './tracing/tracing.ts'

type Variables = typeof CONFIG_VARIABLES
type Parsed<Name extends ConfigName> = z.output<Variables[Name]['schema']>
type Value<Name extends ConfigName> = Variables[Name]['default'] extends null
  ? Parsed<Name> | undefined
  : Parsed<Name>
type Values = { readonly [Name in ConfigName]: Value<Name> }

/** Who brings new people: themselves, whoever manages a workspace, or administrators alone. */
export type SignUp = 'open' | 'closed' | 'admins'

/** The settings of one process, checked. Each field is the variable of the same name in config-variables.ts. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Without a slash at its end. Undefined: the address that is listened on. */
  readonly baseUrl: string | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly databasePoolSize: number
  readonly natsUrl: string | undefined
  readonly natsPrefix: string
  readonly natsCredentials: string | undefined
  readonly natsCa: string | undefined
  readonly natsCert: string | undefined
  readonly natsKey: string | undefined
  readonly leaseSeconds: number
  readonly networkUrl: string | undefined
  /** 64 hexadecimal digits. */
  readonly networkRootKey: string | undefined
  readonly networkRootSerial: number | undefined
  readonly networkMediaCa: string | undefined
  readonly webVersion: Values['WEB_VERSION']
  /** Only of NETWORK_URL; the real network's is known. */
  readonly webVersionPage: string | undefined
  readonly linkedDevice: Values['LINKED_DEVICE']
  readonly proxyCa: string | undefined
  readonly sandbox: boolean
  readonly ackTimeoutMs: number
  readonly signUp: SignUp
  /** Whose pages may frame the page of pairing links. */
  readonly embedOrigins: readonly string[] | undefined
  readonly masterKey: string | undefined
  readonly trustProxy: boolean
  readonly mediaRetentionDays: number
  readonly ffmpegPath: string | undefined
  /** Undefined: files are kept in the data directory. */
  readonly s3: S3Config | undefined
  /** Addresses and ranges inside private networks that flows may call. */
  readonly outboundAllow: readonly string[] | undefined
  /** Undefined: the service writes no e-mails. */
  readonly mail: MailConfig | undefined
  readonly jobConcurrency: number
  readonly jobPollIntervalMs: number
  readonly shutdownTimeoutMs: number
  readonly metricsToken: string | undefined
  /** Undefined: no traces. */
  readonly tracing: TracingOptions | undefined
  readonly logLevel: Values['LOG_LEVEL']
}

/** The mail server of the service itself, and whom its e-mails come from. */
export type MailConfig = Parsed<'SMTP_URL'> & Parsed<'SMTP_FROM'>

/** A bucket of an S3-compatible store. */
export interface S3Config {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface ConfigProblem {
  readonly name: string
  /** Says what is wrong and what to write instead. */
  readonly message: string
}

/** The environment cannot be used. `message` lists every bad variable, one to a line. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map((problem) => `  ${problem.message}`)
    super(`The configuration cannot be used. Correct this and start again:\n${lines.join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads the environment; a variable that is set to nothing counts as not set. Throws ConfigError. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: ConfigProblem[] = []
  const values: Record<string, unknown> = {}
  for (const [name, definition] of Object.entries(CONFIG_VARIABLES)) {
    const given = env[name]?.trim()
    const text = given === undefined || given === '' ? definition.default : given
    if (text === null) continue
    const parsed = definition.schema.safeParse(text)
    if (parsed.success) values[name] = parsed.data
    else
      problems.push({
        name,
        message: `${name} must be ${definition.expected}; it is "${showText(name, text)}".`,
      })
  }
  problems.push(...findContradictions(env))
  if (problems.length > 0) throw new ConfigError(problems)
  return toConfig(values as Values)
}

const SECRET_NAMES = new Set([
  'MASTER_KEY',
  'METRICS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
])

/** Passwords and keys must not land on a screen or in a log, also when they are wrong. */
function showText(name: string, text: string): string {
  if (['DATABASE_URL', 'NATS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'SMTP_URL'].includes(name))
    return text.replace(/\/\/[^@/]*@/, '//[hidden]@')
  return SECRET_NAMES.has(name) ? `${text.length} characters` : text
}

function findContradictions(env: Readonly<Record<string, string | undefined>>): ConfigProblem[] {
  const isSet = (name: ConfigName) => (env[name]?.trim() ?? '') !== ''
  const needsUrl = (
    ['NETWORK_ROOT_KEY', 'NETWORK_ROOT_SERIAL', 'NETWORK_MEDIA_CA', 'WEB_VERSION_PAGE'] as const
  ).filter(isSet)
  const problems: ConfigProblem[] = []
  if (needsUrl.length > 0 && !isSet('NETWORK_URL')) {
    const names = needsUrl.join(', ')
    problems.push({
      name: 'NETWORK_URL',
      message: `NETWORK_URL must be set too when ${names} is; or leave that out.`,
    })
  }
  if (isSet('NATS_URL') && !isSet('DATABASE_URL')) {
    problems.push({
      name: 'DATABASE_URL',
      message:
        'DATABASE_URL must be set too when NATS_URL is: the processes of a cluster share one database.',
    })
  }
  problems.push(...findMissingS3(isSet), ...findMissingMail(isSet))
  return problems
}

/** Neither half is of use without the other. */
function findMissingMail(isSet: (name: ConfigName) => boolean): ConfigProblem[] {
  const names = ['SMTP_URL', 'SMTP_FROM'] as const
  if (!names.some(isSet)) return []
  return names
    .filter((name) => !isSet(name))
    .map((name) => ({
      name,
      message: `${name} must be set too when the other of ${names.join(' and ')} is.`,
    }))
}

/** A bucket needs both halves of its key, and they need a bucket. */
function findMissingS3(isSet: (name: ConfigName) => boolean): ConfigProblem[] {
  const names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const given = [...names, 'S3_ENDPOINT', 'S3_PREFIX'].filter((name) => isSet(name as ConfigName))
  if (given.length === 0) return []
  return names
    .filter((name) => !isSet(name))
    .map((name) => ({
      name,
      message: `${name} must be set too when ${given.join(', ')} is; or leave that out.`,
    }))
}

function toS3(values: Values): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined
  const region = values.S3_REGION
  const endpoint = values.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return { bucket, accessKeyId, secretAccessKey, region, endpoint, prefix: values.S3_PREFIX ?? '' }
}

function toMail({ SMTP_URL: server, SMTP_FROM: sender }: Values): MailConfig | undefined {
  return server && sender && { ...server, ...sender }
}

function toTracing(values: Values): TracingOptions | undefined {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  const serviceName = values.OTEL_SERVICE_NAME
  return {
    endpoint,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  }
}

function toConfig(values: Values): Config {
  return {
    port: values.PORT,
    host: values.HOST,
    baseUrl: values.BASE_URL,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    natsUrl: values.NATS_URL,
    natsPrefix: values.NATS_PREFIX,
    natsCredentials: values.NATS_CREDENTIALS,
    natsCa: values.NATS_CA,
    natsCert: values.NATS_CERT,
    natsKey: values.NATS_KEY,
    leaseSeconds: values.LEASE_SECONDS,
    networkUrl: values.NETWORK_URL,
    networkRootKey: values.NETWORK_ROOT_KEY,
    networkRootSerial: values.NETWORK_ROOT_SERIAL,
    networkMediaCa: values.NETWORK_MEDIA_CA,
    webVersion: values.WEB_VERSION,
    webVersionPage: values.WEB_VERSION_PAGE,
    linkedDevice: values.LINKED_DEVICE,
    proxyCa: values.PROXY_CA,
    sandbox: values.SANDBOX,
    ackTimeoutMs: values.ACK_TIMEOUT_MS,
    signUp: values.SIGN_UP,
    embedOrigins: values.EMBED_ORIGINS,
    masterKey: values.MASTER_KEY,
    trustProxy: values.TRUST_PROXY,
    mediaRetentionDays: values.MEDIA_RETENTION_DAYS,
    ffmpegPath: values.FFMPEG_PATH,
    s3: toS3(values),
    outboundAllow: values.OUTBOUND_ALLOW,
    mail: toMail(values),
    jobConcurrency: values.JOB_CONCURRENCY,
    jobPollIntervalMs: values.JOB_POLL_INTERVAL_MS,
    shutdownTimeoutMs: values.SHUTDOWN_TIMEOUT_MS,
    metricsToken: values.METRICS_TOKEN,
    tracing: toTracing(values),
    logLevel: values.LOG_LEVEL,
  }
}
