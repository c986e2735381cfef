import type { WAVersion } from 'baileys'
import type { OpenTunnel } from '../proxy-tunnel.ts'
import type { ConnectorLog } from './library-log.ts'

/** What all connections of a connector share. */
export interface ConnectionDeps {
  log: ConnectorLog
  now: () => number
  version: WAVersion
  eventRetryDelaysMs: readonly number[]
  openTunnel: OpenTunnel
  mediaIdleMs: number
  queryTimeoutMs: number
}
