import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type App,
  createApp,
  createStartInfoPage,
  type Dashboard,
  type OpenDraft,
  type OpenFile,
} from '../api/index.ts'
import type { Database } from '../db/client.ts'
import { toAwayRefusal } from '../db/connection-errors.ts'
import { createAudit, createAuditHandlers, createAuditStore, noteSignIn } from '../features/audit/index.ts'
import {
  createClientFinder,
  createKeyHandlers,
  createKeyService,
  KeyChecker,
  type KeyStore,
  TIER_LIMITS,
} from '../features/keys/index.ts'
import { createServerHandlers } from '../features/server/index.ts'
import { createSignIn, createUserStore } from '../features/users/index.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/logger.ts'
import { createFeatureHandlers, type Features } from './features.ts'
import { readVersion } from './version.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export interface HttpAppParts {
  config: Config
  log: Log
  db: Database
  /** Where the service listens, for links to it when no public address is configured. */
  listenUrl: string
  features: Features
  /** Signs the cookies of sessions. */
  sessionSecret: string
  keyStore: KeyStore
  dashboard: Dashboard | undefined
  checkReady(): Promise<void>
  metrics: (req: IncomingMessage, res: ServerResponse) => Promise<void>
}

/** The HTTP side over the features of this process. */
export function createHttpApp(parts: HttpAppParts): App {
  const { config, db, log, features, dashboard } = parts
  const users = createUserStore(db)
  const auditLog = createAuditStore(db)
  const keys = new KeyChecker(parts.keyStore, TIER_LIMITS)
  const callersChanged = (userId: string): void => features.announceCallers(userId)
  const signIn = createSignIn({
    drizzle: db.drizzle,
    store: users,
    log,
    secret: parts.sessionSecret,
    signUp: config.signUp,
    publicUrl: config.baseUrl ?? parts.listenUrl,
    onSessionEnded: callersChanged,
    onSignedIn: (userId) => noteSignIn(auditLog, userId),
  })
  const handlers = createFeatureHandlers(features)
  const version = readVersion()
  const startInfo = createStartInfoPage(async () => ({
    version,
    needsFirstAccount: !(await users.hasAccount()),
    signUp: config.signUp,
    hasSandbox: features.sandboxNetwork !== null,
  }))
  return createApp({
    log,
    explain: toAwayRefusal,
    callers: {
      checkKey: (key) => keys.check(key),
      checkSession: (cookie) => signIn.checkSession(cookie),
      isLiveKey: (key) => keys.isLive(key),
    },
    findClient: createClientFinder(db),
    audit: createAudit(auditLog, (error) => log.error({ err: error }, 'outcome is missing in the audit log')),
    streamEvents: (call) => features.events.stream(call),
    signIn: (request) => signIn.handle(request),
    trustProxy: config.trustProxy,
    ...(config.baseUrl === undefined ? {} : { trustedOrigins: [new URL(config.baseUrl).origin] }),
    checkReady: parts.checkReady,
    ...(dashboard && { dashboard }),
    ...(features.media && fileParts(features.media)),
    pages: new Map([...startInfo, ['/metrics', parts.metrics]]),
    handlers: {
      ...handlers,
      server: {
        ...createServerHandlers({ db, version, now: Date.now, startedAt: Date.now() }),
        ...handlers.server,
      },
      audit: createAuditHandlers(auditLog),
      keys: createKeyHandlers(createKeyService(parts.keyStore), callersChanged),
    },
  })
}

function fileParts(media: NonNullable<Features['media']>): { openFile: OpenFile; openDraft: OpenDraft } {
  return {
    openFile: async (id, userId, clientIds) => (UUID.test(id) ? media.find(id, userId, clientIds) : null),
    openDraft: () => media.draft(),
  }
}
