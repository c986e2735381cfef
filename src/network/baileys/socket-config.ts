import {
  type AuthenticationCreds,
  DEFAULT_CONNECTION_CONFIG,
  proto,
  type SignalKeyStore,
  type UserFacingSocketConfig,
  type WAVersion,
} from 'baileys'
import { toAddress } from '../../core/addresses.ts'
import type { LinkedDevice } from '../../core/client/linked-device.ts'
import type { OpenOptions } from '../port.ts'
import type { InboundJournal } from './inbound/inbound-journal.ts'
import { type BoundedCache, createBoundedCache, type RecentIds } from './keys/bounded-cache.ts'
import type { SignalKeys } from './keys/signal-keys.ts'
import { createRepositoryFactory, type PairwiseSessions } from './keys/signal-repository.ts'
import type { LibraryLog } from './library-log.ts'
import type { GroupCache } from './outbound/group-cache.ts'
import type { Transport } from './transport.ts'

const MINUTE_MS = 60_000
const RETRY_COUNT_AGE_MS = 60 * MINUTE_MS
const CACHED_RETRIES = 1000
const CACHED_CALLS = 100
const CALL_AGE_MS = 5 * MINUTE_MS

/** The library takes three words; the network is told the first two. */
export function toBrowser(device: LinkedDevice): [string, string, string] {
  const [system = '', browser = ''] = device.split('/')
  return [system, browser, '1.0.0']
}

const KEEP_ALIVE_MS = 30_000
const MAX_RETRIES_OF_A_MESSAGE = 5

export interface SocketConfigParts {
  open: OpenOptions
  credentials: AuthenticationCreds
  keys: SignalKeys
  journal: InboundJournal
  log: LibraryLog
  version: WAVersion
  linkedDevice: LinkedDevice
  queryTimeoutMs: number
  groups: GroupCache
  deviceCache: BoundedCache
  way: Transport
  /** Ids of messages that came without anything to decrypt: only for these the phone is asked to send them again. */
  unencrypted: Pick<RecentIds, 'has'>
  onSessions: (sessions: PairwiseSessions) => void
}

/**
 * Before it asks a sender to encrypt again, the library asks the phone for the message and waits two seconds, during
 * which nothing else comes in. Told that it asked already, it goes on at once. For messages without any ciphertext,
 * where only the phone can help and nothing waits, it remembers as it means to.
 */
function createPlaceholderCache(unencrypted: Pick<RecentIds, 'has'>) {
  const cache = createBoundedCache(CACHED_RETRIES, MINUTE_MS)
  return { ...cache, get: <T>(id: string) => (unencrypted.has(id) ? cache.get<T>(id) : (true as T)) }
}

/** A message this client sent, to be sent again. */
export async function readSent(
  open: OpenOptions,
  id: string,
  chat: string,
  device?: string,
): Promise<proto.IMessage | undefined> {
  const bytes = await open.readSentMessage(id, toAddress(chat), device ? toAddress(device) : null)
  return bytes ? proto.Message.decode(bytes) : undefined
}

export function buildSocketConfig(parts: SocketConfigParts): UserFacingSocketConfig {
  const {
    open,
    credentials,
    keys,
    journal,
    log,
    version,
    linkedDevice,
    groups,
    way,
    unencrypted,
    onSessions,
    deviceCache,
    queryTimeoutMs,
  } = parts
  const { target } = open
  return {
    ...(target.kind === 'custom' ? { waWebSocketUrl: target.url } : {}),
    ...way.socketOptions,
    version,
    browser: toBrowser(linkedDevice),
    auth: { creds: credentials, keys: keys as unknown as SignalKeyStore },
    logger: log,
    // The connection watches the time itself: the library would make an error with a stack for every stanza it writes.
    connectTimeoutMs: 0,
    keepAliveIntervalMs: KEEP_ALIVE_MS,
    defaultQueryTimeoutMs: queryTimeoutMs,
    emitOwnEvents: false,
    markOnlineOnConnect: false,
    syncFullHistory: false,
    enableRecentMessageCache: false,
    retryRequestDelayMs: 0,
    maxMsgRetryCount: MAX_RETRIES_OF_A_MESSAGE,
    userDevicesCache: deviceCache,
    msgRetryCounterCache: createBoundedCache(CACHED_RETRIES, RETRY_COUNT_AGE_MS),
    callOfferCache: createBoundedCache(CACHED_CALLS, CALL_AGE_MS),
    placeholderResendCache: createPlaceholderCache(unencrypted),
    cachedGroupMetadata: (group) => groups.find(group),
    getMessage: async ({ id, remoteJid }) => (id && remoteJid ? readSent(open, id, remoteJid) : undefined),
    makeSignalRepository: createRepositoryFactory({
      credentials,
      keys,
      journal,
      makeBase: DEFAULT_CONNECTION_CONFIG.makeSignalRepository,
      onReady: onSessions,
    }),
  }
}
