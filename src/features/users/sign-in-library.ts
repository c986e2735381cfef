import { APIError, isAPIError } from 'better-auth/api'
// Without the adapters of other databases, which are a quarter of all modules of a start.
import { betterAuth } from 'better-auth/minimal'
import type { Pool } from 'pg'
import type { SignUp } from '../../platform/config.ts'
import type { Log } from '../../platform/logger.ts'
import { createAttemptLimiter, PEER_HEADER } from './attempt-limiter.ts'
import { createAuthAdapter } from './auth-adapter.ts'
import type { OpenedBy } from './invitations.ts'
import { hashPassword, isPassword } from './password.ts'
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from './service.ts'
import { COOKIE_PREFIX, isSecure } from './session-cookie.ts'
import type { UserStore } from './store.ts'

export interface SignInDeps {
  pool: Pool
  store: UserStore
  invitations: OpenedBy
  log: Log
  /** Signs cookies; at least 32 characters, the same in every process. */
  secret: string
  /** Where it is not open, only the first account of a fresh installation can sign itself up. */
  signUp: SignUp
  /** Where people reach the service, e.g. `https://parley.example.com`; needed behind a proxy that speaks TLS. */
  publicUrl?: string
  /** Told whose session ended, so that what it holds open ends with it. */
  onSessionEnded?(userId: string): void
  /** Told who signed in, before they get their cookie. */
  onSignedIn?(userId: string): Promise<void>
  /** Told of a try that was refused; `userId` is whose account it was for, if there is one. */
  onSignInFailed?(attempt: { userId: string | null; email: string }): Promise<void>
}

/** Attempts a minute and address at what tells whether a password is right: enough for people, too few for guessing. */
const ATTEMPT_RULES = {
  '/sign-in/email': { window: 60, max: 10 },
  '/verify-password': { window: 60, max: 10 },
  '/change-password': { window: 60, max: 10 },
  '/delete-user': { window: 60, max: 10 },
  '/sign-up/email': { window: 60, max: 20 },
  // Nothing can be tried by it, and every page of everybody behind one address asks when it is opened.
  '/get-session': false,
} as const

/** The library that people sign up and in by, set up for what is kept here. */
export function createLibrary(deps: SignInDeps) {
  const { store, log, publicUrl } = deps
  return betterAuth({
    ...(publicUrl !== undefined && { baseURL: publicUrl }),
    secret: deps.secret,
    database: createAuthAdapter(deps.pool),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_CHARS,
      maxPasswordLength: MAX_PASSWORD_CHARS,
      password: { hash: hashPassword, verify: isPassword },
    },
    user: {
      additionalFields: {
        role: { type: 'string', input: false, defaultValue: 'user' },
        plan: { type: 'string', input: false, defaultValue: 'free' },
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({
            data: { ...user, role: await decideRole(store, deps.signUp), plan: 'free' },
          }),
        },
      },
      session: {
        create: {
          before: async (session) => await refuseSuspended(store, session.userId),
          after: async (session) => await deps.onSignedIn?.(session.userId),
        },
        delete: { after: async (session) => deps.onSessionEnded?.(session.userId) },
      },
    },
    trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
    rateLimit: {
      enabled: true,
      window: 60,
      max: 300,
      customRules: ATTEMPT_RULES,
      customStorage: createAttemptLimiter(Date.now),
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: isSecure(publicUrl),
      ipAddress: { ipAddressHeaders: [PEER_HEADER] },
    },
    // Sessions are listed and ended by operations of ours, which never answer what opens them.
    disabledPaths: ['/list-sessions', '/revoke-session'],
    telemetry: { enabled: false },
    // Without it the library prints what callers did wrong itself, past the log.
    onAPIError: { onError: (error: unknown) => reportUnexpected(error, log) },
    logger: {
      level: 'warn',
      log: (level, message) =>
        log[level === 'error' ? 'error' : 'warn']({ detail: message }, 'sign-in library reported'),
    },
  })
}

function reportUnexpected(error: unknown, log: Log): void {
  if (isAPIError(error) && error.status !== 'INTERNAL_SERVER_ERROR') return
  log.error({ err: error }, 'sign-in failed unexpectedly')
}

/** The first account is the admin; after it people sign themselves up only where that is open. */
async function decideRole(store: UserStore, signUp: SignUp): Promise<'admin' | 'user'> {
  if (await store.claimFirst()) return 'admin'
  if (signUp === 'open') return 'user'
  throw new APIError('FORBIDDEN', {
    code: 'SIGN_UP_CLOSED',
    message: 'Sign-up is closed here. Ask an administrator for an account.',
  })
}

/** Suspending ends the sessions there are; this makes no new ones, whichever way somebody comes in. */
async function refuseSuspended(store: UserStore, userId: string): Promise<void> {
  if (!(await store.isSuspended(userId))) return
  throw new APIError('FORBIDDEN', {
    code: 'SUSPENDED',
    message: 'This account is suspended. Ask an administrator to let it in again.',
  })
}
