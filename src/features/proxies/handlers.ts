import type { Handlers } from '../../contract/handlers.ts'
import type { MoveFailure } from '../../core/client/move-failure.ts'
import type { ProxyEntryProblem, ProxyFailure } from '../../core/client/proxy-failure.ts'
import type { WorkerChanges } from './restarts.ts'
import type { ProxyService } from './service.ts'
import type { ListedProxy } from './store.ts'

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null

interface Coded {
  code: string
  params: object
}

const toCoded = (failure: Coded | null) => failure && { code: failure.code, params: { ...failure.params } }

/** What the interface answers of proxies, in its language. */
export interface ProxyWords {
  failure(failure: ProxyFailure): string
  entry(problem: ProxyEntryProblem): string
  move(failure: MoveFailure): string
}

const toProxy = (row: ListedProxy) => ({
  id: row.id,
  protocol: row.protocol,
  host: row.host,
  port: String(row.port),
  user: row.user,
  hasPassword: row.sealed !== null,
  state: row.state,
  fault: row.fault,
  problem: row.problem,
  failure: toCoded(row.failure),
  clientCount: row.clients,
  failedAt: toIso(row.failedAt),
  workedAt: toIso(row.workedAt),
  mediaWorkedAt: toIso(row.mediaWorkedAt),
  checkedAt: toIso(row.checkedAt),
  createdAt: row.createdAt.toISOString(),
})

type OwnProxy = Awaited<ReturnType<ProxyService['readOwn']>>

const toOwnProxy = ({ own, ...rest }: OwnProxy) => ({
  ...rest,
  own: own && { ...own, failure: toCoded(own.failure) },
})

export function createProxyHandlers(
  service: ProxyService,
  words: ProxyWords,
): Pick<Handlers, 'proxy' | 'proxies'> & {
  ofClient: Pick<Handlers['clients'], 'getProxy' | 'setProxy'>
} {
  const toWorkers = ({ failed, ...workers }: WorkerChanges) => ({
    ...workers,
    failed: failed.map(({ clientId, failure }) => ({
      clientId,
      error: words.move(failure),
      failure: toCoded(failure),
    })),
  })
  return {
    proxy: {
      async seed({ proxies }) {
        const { rejected, workers, ...seeded } = await service.seed(proxies)
        return {
          ...seeded,
          rejected: rejected.map(({ problem, ...entry }) => ({
            ...entry,
            reason: words.entry(problem),
            failure: toCoded(problem),
          })),
          workers: toWorkers(workers),
        }
      },
    },
    proxies: {
      list: async () => (await service.list()).map(toProxy),
      async test({ id }) {
        const { failure, ...tested } = await service.test(id)
        return { ...tested, problem: failure && words.failure(failure), failure: toCoded(failure) }
      },
      async remove({ ids, allowDirect }) {
        const { removed, workers } = await service.remove(ids, allowDirect)
        return { removed, workers: toWorkers(workers) }
      },
    },
    ofClient: {
      getProxy: async ({ id }, { owner }) => toOwnProxy(await service.readOwn(id, owner)),
      setProxy: async ({ id, proxy }, { owner }) => toOwnProxy(await service.setOwn(id, owner, proxy)),
    },
  }
}
