import type { Handlers } from '../../contract/handlers.ts'

export interface ServerHandlerDeps {
  /** Version of the program. */
  version: string
  /** Milliseconds since 1970. */
  now: () => number
  startedAt: number
}

export function createServerHandlers(deps: ServerHandlerDeps): Pick<Handlers['server'], 'ping'> {
  return {
    async ping() {
      const now = deps.now()
      const uptimeSec = Math.floor((now - deps.startedAt) / 1000)
      return { message: 'pong', version: deps.version, uptimeSec, time: new Date(now).toISOString() }
    },
  }
}
