import { type AppDeps, type Callers, createApp } from '../../src/api/index.ts'
import type { Caller } from '../../src/contract/handlers.ts'
import type { KeyCheck } from '../../src/features/keys/index.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { fillHandlers, type PartialHandlers } from './fill-handlers.ts'
import { type Served, serve } from './http.ts'

export const KEY = { 'x-api-key': 'good' }

const WORKSPACE = { workspaceId: 'u1', workspaceRole: 'owner' } as const
const PERSON: Caller = { userId: 'u1', role: 'user', plan: 'free', via: 'session', ...WORKSPACE }
const MACHINE: Caller = { ...PERSON, via: 'key', keyId: 'k1' }

/** One known key, `good`, and one known session, `session=good`. */
function fakeCallers(limit: number): Callers {
  let used = 0
  return {
    async checkKey(key): Promise<KeyCheck> {
      if (key !== 'good') return { kind: 'unknown' }
      const resetAt = new Date('2026-11-21T11:00:00Z')
      const state = { tier: 'free', limit, resetAt, resetInSec: 60 } as const
      if (used >= limit) return { kind: 'limited', limit: { ...state, remaining: 0 } }
      used++
      return { kind: 'granted', principal: MACHINE, limit: { ...state, remaining: limit - used } }
    },
    checkSession: async (cookie) => (cookie === 'session=good' ? PERSON : null),
    isLiveKey: async (key) => key === 'good',
  }
}

export const ping = async () => ({
  message: 'pong' as const,
  version: '1',
  uptimeSec: 1,
  time: new Date(0).toISOString(),
})

export interface FakeApi extends Served {
  /** Log lines written so far. */
  logged: Record<string, unknown>[]
}

/** The HTTP app without a database: given handlers, and callers that know one key and one session. */
export async function startFakeApi(
  handlers: PartialHandlers = { server: { ping } },
  options: { limit?: number } & Partial<
    Pick<
      AppDeps,
      | 'callers'
      | 'openFile'
      | 'streamEvents'
      | 'openDraft'
      | 'measure'
      | 'explain'
      | 'isSecure'
      | 'names'
      | 'signIn'
    >
  > = {},
): Promise<FakeApi> {
  const logged: Record<string, unknown>[] = []
  const log = createLogger({
    level: 'trace',
    destination: { write: (line) => logged.push(JSON.parse(line)) },
  })
  const app = createApp({
    handlers: fillHandlers(handlers),
    findOwner: async () => PERSON.userId,
    callers: options.callers ?? fakeCallers(options.limit ?? 100),
    log,
    ...(options.openFile ? { openFile: options.openFile } : {}),
    ...(options.streamEvents ? { streamEvents: options.streamEvents } : {}),
    ...(options.openDraft ? { openDraft: options.openDraft } : {}),
    ...(options.names ? { names: options.names } : {}),
    ...(options.signIn ? { signIn: options.signIn } : {}),
    ...(options.isSecure ? { isSecure: true } : {}),
    ...(options.explain ? { explain: options.explain } : {}),
    ...(options.measure ? { measure: options.measure } : {}),
  })
  return { ...(await serve(app)), logged }
}
