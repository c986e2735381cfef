import type { api } from '../../app/api.ts'

export type PoolProxy = Awaited<ReturnType<typeof api.proxies.list>>[number]

export const nameOf = ({ host, port }: { host: string; port: string }): string => `${host}:${port}`
