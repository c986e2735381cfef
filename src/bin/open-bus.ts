import { hostname } from 'node:os'
import { createInProcessBus } from '../bus/in-process.ts'
import type { NatsAccess } from '../bus/nats-link.ts'
import type { Bus } from '../bus/port.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/logger.ts'

export interface OpenBus {
  bus: Bus
  isUp(): boolean
}

export const toNatsAccess = (config: Config, url: string): NatsAccess => ({
  ...{ url, credentials: config.natsCredentials, ca: config.natsCa },
  ...{ cert: config.natsCert, key: config.natsKey },
})

/** NATS where it is named, else function calls: then this process has to do everything. */
export async function openBus(config: Config, role: string, log: Log): Promise<OpenBus> {
  if (config.natsUrl === undefined) return { bus: createInProcessBus({ now: Date.now }), isUp: () => true }
  const name = `parley-${role} ${hostname()} ${process.pid}`
  const { createNatsBus } = await import('../bus/nats.ts')
  const bus = await createNatsBus({
    ...toNatsAccess(config, config.natsUrl),
    ...{ name, log, now: Date.now, prefix: config.natsPrefix },
  })
  return { bus, isUp: () => bus.isUp() }
}
