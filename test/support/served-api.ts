import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { type ApiOptions, startApi, type TestApi } from './api.ts'
import { type ServedHandlers, serveHandlers } from './handlers.ts'

/**
 * The interface over the handlers of every feature, for the tests of a file. `begin` gets it before the first of them, and
 * `choose` says what else it is started with.
 */
export function useServedApi(
  database: () => Database,
  begin: (api: TestApi, served: ServedHandlers) => void | Promise<void>,
  choose: (served: ServedHandlers) => Omit<ApiOptions, 'handlers'> = () => ({}),
): void {
  let served: ServedHandlers
  let api: TestApi
  beforeAll(async () => {
    served = serveHandlers(database())
    api = await startApi(database(), { ...choose(served), handlers: served.handlers })
    await begin(api, served)
  })
  afterAll(async () => {
    await api.close()
    await served.close()
  })
}
