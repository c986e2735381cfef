import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import {
  connect,
  credsAuthenticator,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node'
import { Refusal } from '../core/errors.ts'

export interface BusLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A connection to NATS that comes back by itself, and whether it is there right now. */
export interface NatsLink {
  readonly connection: NatsConnection
  isUp(): boolean
  maxPayloadBytes(): number
  close(): Promise<void>
}

/** Where NATS is and how it knows us. The files are PEM, but for `credentials`, which holds a user's token and seed. */
export interface NatsAccess {
  /** One or more servers, separated by commas. */
  url: string
  credentials?: string | undefined
  ca?: string | undefined
  cert?: string | undefined
  key?: string | undefined
}

const CONNECT_TIMEOUT_MS = 5_000
const TRY_WITHIN_MS = 15_000
/** A server that is silently gone is noticed after two of these. */
const PING_EVERY_MS = 5_000
const RECONNECT_PAUSE_MS = 250
const CLOSE_WITHIN_MS = 3_000

/** Splits `nats://user:password@host:4222, …`; the name and password (or token) of the first server count for all. */
export function parseNatsUrls(urls: string): NodeConnectionOptions {
  const parsed = urls.split(',').map((text) => {
    const url = text.trim()
    return new URL(url.includes('://') ? url : `nats://${url}`)
  })
  const { username = '', password = '' } = parsed.find(({ username }) => username !== '') ?? {}
  const user = decodeURIComponent(username)
  return {
    servers: parsed.map(({ hostname, port }) => `${hostname}:${port || '4222'}`),
    ...(user !== '' && password === '' ? { token: user } : {}),
    ...(user !== '' && password !== '' ? { user, pass: decodeURIComponent(password) } : {}),
    ...(parsed.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  }
}

function describeServers(urls: string): string {
  return urls.replaceAll(/\/\/[^@/,]*@/g, '//[hidden]@')
}

const toHostName = (server: string): string => new URL(`nats://${server}`).hostname.replace(/^\[|\]$/g, '')

/**
 * The library tells TLS no name for a server at a bare address, and Node then takes it for `localhost`. Such a certificate has to
 * be for one of the bare addresses that NATS_URL names, also that of a server which the cluster told of.
 */
function checkBareAddresses(
  servers: NodeConnectionOptions['servers'],
): Pick<ConnectionOptions, 'checkServerIdentity'> {
  const hosts = [servers ?? []].flat().map(toHostName)
  const bare = hosts.filter((host) => isIP(host) !== 0)
  if (bare.length === 0) return {}
  const unnamed = hosts.includes('localhost') ? [...bare, 'localhost'] : bare
  return {
    checkServerIdentity(host, certificate) {
      const names = host === 'localhost' ? unnamed : [host]
      const problems = names.map((name) => checkServerIdentity(name, certificate))
      return problems.includes(undefined) ? undefined : problems[0]
    },
  }
}

function toOptions({ url, credentials, ca, cert, key }: NatsAccess): NodeConnectionOptions {
  const options = parseNatsUrls(url)
  const files = {
    ...(ca && { caFile: ca }),
    ...(cert && { certFile: cert }),
    ...(key && { keyFile: key }),
  }
  const hasFiles = Object.keys(files).length > 0
  return {
    ...options,
    ...(credentials && { authenticator: credsAuthenticator(readFileSync(credentials)) }),
    ...(options.tls || hasFiles ? { tls: { ...files, ...checkBareAddresses(options.servers) } } : {}),
  }
}

/**
 * Connects once, to the servers that are named and no others. A lasting connection would go on for ever with all servers of a
 * cluster, also where each of them refuses us.
 */
export async function tryNats(access: NatsAccess, name: string): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it did not answer in time')), TRY_WITHIN_MS)
  })
  try {
    const trial = connect({
      ...toOptions(access),
      ...{ name, timeout: CONNECT_TIMEOUT_MS, reconnect: false, maxReconnectAttempts: 1 },
      ...{ ignoreClusterUpdates: true, reconnectTimeWait: RECONNECT_PAUSE_MS },
    })
    const connection = await Promise.race([trial, late])
    const version = connection.info?.version ?? ''
    await connection.close()
    return version
  } catch (cause) {
    throw refuse(access.url, cause)
  } finally {
    clearTimeout(timer)
  }
}

function refuse(urls: string, cause: unknown): Refusal {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const advice = /authorization|authentication/i.test(reason)
    ? 'It refuses this user: correct the name and password in NATS_URL, or NATS_CREDENTIALS'
    : /altnames/.test(reason)
      ? 'Its certificate has to name the host as NATS_URL writes it: write one of its names there'
      : /certificate|self.signed|tls|ssl/i.test(reason)
        ? 'Write tls:// in NATS_URL where it is encrypted, name its authority in NATS_CA, and NATS_CERT and NATS_KEY where it asks for yours'
        : 'Start it or correct NATS_URL'
  return new Refusal(
    'SERVICE_UNAVAILABLE',
    `NATS at ${describeServers(urls)} cannot be used (${reason}). ${advice}, then start again; nothing was changed.`,
    { cause },
  )
}

/** Refuses when no server answers now; later interruptions are lived through. */
export async function openNatsLink(access: NatsAccess, name: string, log: BusLog): Promise<NatsLink> {
  await tryNats(access, name)
  const connection = await connect({
    ...toOptions(access),
    name,
    timeout: CONNECT_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_PAUSE_MS,
    reconnectJitter: RECONNECT_PAUSE_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: 2,
    ignoreAuthErrorAbort: true,
  }).catch((cause: unknown) => {
    throw refuse(access.url, cause)
  })
  let up = true
  void watchStatus(connection, log, (now) => {
    up = now
  })
  return {
    connection,
    isUp: () => up && !connection.isClosed(),
    maxPayloadBytes: () => connection.info?.max_payload ?? 1_048_576,
    async close() {
      up = false
      const closed = connection.drain().catch(() => connection.close())
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_WITHIN_MS)
      })
      await Promise.race([closed, late])
      clearTimeout(timer)
      if (!connection.isClosed()) await connection.close()
    },
  }
}

async function watchStatus(connection: NatsConnection, log: BusLog, onStatus: (up: boolean) => void) {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') {
      onStatus(false)
      if (!connection.isDraining())
        log.warn({ server: status.server }, 'the bus is away; it is connected again by itself')
    }
    if (status.type === 'reconnect') {
      onStatus(true)
      log.info({ server: status.server }, 'the bus is back')
    }
    if (status.type === 'error') log.error({ err: status.error }, 'the bus reports an error')
  }
}
