import { randomUUID } from 'node:crypto'
import { type AppDeps, createApp, type StreamEvents } from '../../src/api/index.ts'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { Bus } from '../../src/bus/port.ts'
import { type OwnerId, toOwner } from '../../src/contract/handlers.ts'
import type { Database } from '../../src/db/client.ts'
import {
  createAudit,
  createAuditHandlers,
  createAuditStore,
  noteFailedSignIn,
  noteSignIn,
} from '../../src/features/audit/index.ts'
import { createOwnerLookup } from '../../src/features/clients/index.ts'
import {
  createClientFinder,
  createKeyHandlers,
  createKeyService,
  createKeyStore,
  KeyChecker,
  type KeyLimits,
  type KeyService,
} from '../../src/features/keys/index.ts'
import { createServerHandlers } from '../../src/features/server/index.ts'
import {
  createSignIn,
  createUserService,
  createUserStore,
  openLinks,
  type UserService,
} from '../../src/features/users/index.ts'
import { hashPassword } from '../../src/features/users/password.ts'
import type { SignUp } from '../../src/platform/config.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { fillHandlers, type PartialHandlers } from './fill-handlers.ts'
import { inOwnWorkspace } from './fixtures.ts'
import { type Served, serve } from './http.ts'

export interface ApiOptions {
  /** Joined with the handlers of keys and server.ping. */
  handlers?: PartialHandlers
  /** On which the handlers tell what happens; without it, nobody tells anything. */
  bus?: Bus
  limits?: KeyLimits
  signUp?: SignUp
  trustProxy?: boolean
  streamEvents?: StreamEvents
  onCallersChanged?: (userId: string) => void
  /** Answers the page of pairing links; without it there is none. */
  pairing?: (request: Request) => Promise<Response>
  /** Answers calls of other systems; without it nothing does. */
  incoming?: AppDeps['incoming']
}

export interface TestPerson {
  userId: OwnerId
  email: string
  password: string
  /** Value of a fresh key. */
  key: string
  keyId: string
}

export interface TestApi extends Served {
  keys: KeyService
  users: UserService
  /** Log lines written so far. */
  logged: Record<string, unknown>[]
  /** A person with a key. */
  createPerson(options?: { admin?: boolean; plan?: 'free' | 'pro' }): Promise<TestPerson>
  /** Signs a person in; answers the headers a page of the dashboard would send. */
  signIn(person: Pick<TestPerson, 'email' | 'password'>): Promise<Record<string, string>>
}

const openPaths = ({ pairing, incoming }: ApiOptions) => ({
  ...(pairing && { pairing }),
  ...(incoming && { incoming }),
})

const PASSWORD = 'correct horse battery'

/** The real HTTP app over a database, with people, keys and whatever handlers a test adds. */
export async function startApi(db: Database, options: ApiOptions = {}): Promise<TestApi> {
  const logged: Record<string, unknown>[] = []
  const destination = { write: (line: string) => logged.push(JSON.parse(line)) }
  const log = createLogger({ level: 'trace', destination })
  const bus = options.bus ?? createInProcessBus({ now: Date.now })
  const keyStore = createKeyStore(db)
  const userStore = createUserStore(db)
  const auditLog = createAuditStore(db)
  const keys = createKeyService(keyStore)
  const users = createUserService(userStore)
  const signIn = createSignIn({
    pool: db.pool,
    store: userStore,
    invitations: openLinks(db),
    log,
    secret: 'a secret of at least thirty-two characters',
    signUp: options.signUp ?? 'closed',
    onSignedIn: (userId) => noteSignIn(auditLog, userId),
    onSignInFailed: (attempt) => noteFailedSignIn(auditLog, attempt),
    ...(options.onCallersChanged && { onSessionEnded: options.onCallersChanged }),
  })
  const checker = new KeyChecker(keyStore, options.limits ?? { free: 100, pro: 1000 })
  const server = createServerHandlers({ db, version: '0.0.0', now: Date.now, startedAt: Date.now() })
  const app = createApp({
    handlers: fillHandlers({
      ...options.handlers,
      server: { ...server, ...options.handlers?.server },
      audit: createAuditHandlers(auditLog),
      keys: createKeyHandlers(keys, options.onCallersChanged),
    }),
    callers: {
      checkKey: (key) => checker.check(key),
      checkSession: signIn.checkSession,
      isLiveKey: (key, caller) => checker.isLive(key, caller),
    },
    findOwner: createOwnerLookup({ db, bus, nowMs: Date.now }),
    findClient: createClientFinder(db),
    audit: createAudit({
      store: auditLog,
      noting: db.noting,
      onFailed: (error) => log.error({ err: error }, 'outcome is missing in the audit log'),
    }),
    ...(options.streamEvents && { streamEvents: options.streamEvents }),
    signIn: signIn.handle,
    ...openPaths(options),
    trustProxy: options.trustProxy ?? false,
    log,
  })
  const served = await serve(app)
  let people = 0
  let hashed: Promise<string> | undefined
  return {
    ...served,
    keys,
    users,
    logged,
    async createPerson({ admin = false, plan = 'free' } = {}) {
      const name = `person${++people}`
      const [id, email] = [randomUUID(), `${name}.${Date.now()}@example.com`]
      const role = admin ? 'admin' : 'user'
      // One hash for all of them, as drawing one takes longer than all else a person needs.
      hashed ??= hashPassword(PASSWORD)
      await userStore.insert({ id, accountId: id, email, name, role, plan, passwordHash: await hashed })
      const { key, id: keyId } = await keys.create(inOwnWorkspace(id), 'test')
      return { userId: toOwner(id), email, password: PASSWORD, key, keyId }
    },
    async signIn({ email, password }) {
      const { status, headers } = await served.request('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: served.origin },
        body: JSON.stringify({ email, password }),
      })
      if (status !== 200) throw new Error(`sign-in answered ${status}`)
      const cookie = headers.getSetCookie().map((c) => c.split(';', 1)[0])
      return { cookie: cookie.join('; '), origin: served.origin }
    },
  }
}
