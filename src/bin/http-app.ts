import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type App,
  createApp,
  createHttpMeter,
  createHttpTracer,
  createStartInfoPage,
  type Dashboard,
  type OpenDraft,
  type OpenFile,
  type OwnNames,
} from '../api/index.ts'
import type { Bus } from '../bus/port.ts'
import { VERSION } from '../contract/operation.ts'
import { isUuid } from '../core/uuid.ts'
import type { Database } from '../db/client.ts'
import {
  type Audit,
  type AuditStore,
  createAudit,
  createAuditHandlers,
  createAuditStore,
  noteFailedSignIn,
  noteSignIn,
} from '../features/audit/index.ts'
import { createOwnerLookup } from '../features/clients/index.ts'
import type { IncomingRequest } from '../features/incoming-webhooks/index.ts'
import {
  createClientFinder,
  createKeyHandlers,
  createKeyService,
  KeyChecker,
  type KeyStore,
  TIER_LIMITS,
} from '../features/keys/index.ts'
import { createServerHandlers } from '../features/server/index.ts'
import { createSignIn, createUserStore, openLinks } from '../features/users/index.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { createFeatureHandlers, type Features } from './features.ts'
import type { Health } from './health/health.ts'

export interface HttpAppParts {
  config: Config
  log: Log
  db: Database
  bus: Bus
  /** Where the service listens, for links to it when no public address is configured. */
  listenUrl: string
  features: Features
  /** Signs the cookies of sessions. */
  sessionSecret: string
  keyStore: KeyStore
  dashboard: Dashboard | undefined
  health: Health
  metrics: Metrics
  tracing: Tracing
  /** What the service is known as. */
  names: OwnNames
  metricsPage: (req: IncomingMessage, res: ServerResponse) => Promise<void>
}

/** The HTTP side over the features of this process. */
export function createHttpApp(parts: HttpAppParts): App {
  const { config, db, log, features, dashboard } = parts
  const users = createUserStore(db)
  const auditLog = createAuditStore(db)
  const keys = new KeyChecker(parts.keyStore, TIER_LIMITS)
  const callersChanged = (userId: string): void => features.announceCallers(userId)
  const signIn = createSignIn({
    pool: db.pool,
    store: users,
    invitations: openLinks(db),
    log,
    secret: parts.sessionSecret,
    signUp: config.signUp,
    publicUrl: config.baseUrl ?? parts.listenUrl,
    onSessionEnded: callersChanged,
    onSignedIn: (userId) => noteSignIn(auditLog, userId),
    onSignInFailed: (attempt) => noteFailedSignIn(auditLog, attempt),
  })
  const handlers = createFeatureHandlers(features)
  const measure = createHttpMeter(parts.metrics)
  const trace = createHttpTracer(parts.tracing)
  const startInfo = createStartInfoPage(async () => ({
    version: VERSION,
    needsFirstAccount: !(await users.hasAccount()),
    signUp: config.signUp === 'open' ? 'open' : 'closed',
    hasSandbox: features.sandboxNetwork !== null,
  }))
  return createApp({
    log,
    explain: (error) => parts.health.explain(error),
    callers: {
      checkKey: (key) => keys.check(key),
      checkSession: (cookie) => signIn.checkSession(cookie),
      isLiveKey: (key, caller) => keys.isLive(key, caller),
    },
    findOwner: createOwnerLookup({ db, bus: parts.bus, nowMs: Date.now }),
    findClient: createClientFinder(db),
    audit: createCallAudit(parts, auditLog),
    streamEvents: (call) => features.events.stream(call),
    signIn: (request) => signIn.handle(request),
    ...openPaths(features),
    trustProxy: config.trustProxy,
    isSecure: config.baseUrl?.startsWith('https://') ?? false,
    names: parts.names,
    health: parts.health,
    measure: (route, res, work) => measure(route, res, (note) => trace(route, res, () => work(note))),
    ...(dashboard && { dashboard }),
    ...(features.media && fileParts(features.media)),
    pages: new Map([...startInfo, ['/metrics', parts.metricsPage]]),
    handlers: {
      ...handlers,
      server: {
        ...createServerHandlers({ db, version: VERSION, now: Date.now, startedAt: Date.now() }),
        ...handlers.server,
      },
      audit: createAuditHandlers(auditLog),
      keys: createKeyHandlers(createKeyService(parts.keyStore), callersChanged),
    },
  })
}

/** What people and systems without an account reach. */
const openPaths = ({ pairingLinks, incomingWebhooks }: Features) => ({
  pairing: (request: Request) => pairingLinks.handle(request),
  incoming: (request: IncomingRequest) => incomingWebhooks.handle(request),
})

function createCallAudit({ db, log }: HttpAppParts, store: AuditStore): Audit {
  const onFailed = (error: unknown): void => log.error({ err: error }, 'outcome is missing in the audit log')
  return createAudit({ store, noting: db.noting, onFailed })
}

function fileParts(media: NonNullable<Features['media']>): { openFile: OpenFile; openDraft: OpenDraft } {
  return {
    openFile: async (id, workspaceId, clientIds) =>
      isUuid(id) ? media.find(id, workspaceId, clientIds) : null,
    openDraft: () => media.draft(),
  }
}
