import type { Sandbox } from '../../sandbox/index.ts'
import type { HttpListener } from '../api/http/connections.ts'
import type { Dashboard } from '../api/index.ts'
import type { Bus } from '../bus/port.ts'
import type { Database } from '../db/client.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Shutdown } from '../platform/shutdown.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { Health } from './health/health.ts'
import type { NetworkTargets } from './networks/network-targets.ts'
import type { Role } from './roles.ts'

/** What every role of a process is made of. */
export interface Parts {
  role: Role
  config: Config
  log: Log
  db: Database
  bus: Bus
  box: SecretBox
  health: Health
  targets: NetworkTargets
  metrics: Metrics
  tracing: Tracing
  shutdown: Shutdown
  listener: HttpListener
  sandbox: Sandbox | null
  dashboard: Promise<Dashboard | undefined>
}
