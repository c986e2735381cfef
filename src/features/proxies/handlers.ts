import type { Handlers } from '../../contract/handlers.ts'
import type { ProxyService } from './service.ts'
import type { ListedProxy } from './store.ts'

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null

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
  clientCount: row.clients,
  failedAt: toIso(row.failedAt),
  workedAt: toIso(row.workedAt),
  mediaWorkedAt: toIso(row.mediaWorkedAt),
  checkedAt: toIso(row.checkedAt),
  createdAt: row.createdAt.toISOString(),
})

export function createProxyHandlers(service: ProxyService): Pick<Handlers, 'proxy' | 'proxies'> & {
  ofClient: Pick<Handlers['clients'], 'getProxy' | 'setProxy'>
} {
  return {
    proxy: { seed: ({ proxies }) => service.seed(proxies) },
    proxies: {
      list: async () => (await service.list()).map(toProxy),
      test: ({ id }) => service.test(id),
      remove: ({ ids, allowDirect }) => service.remove(ids, allowDirect),
    },
    ofClient: {
      getProxy: ({ id }, { owner }) => service.readOwn(id, owner),
      setProxy: ({ id, proxy }, { owner }) => service.setOwn(id, owner, proxy),
    },
  }
}
