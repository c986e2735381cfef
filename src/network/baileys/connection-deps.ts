import type { LinkedDevice } from '../../core/client/linked-device.ts'
import type { NetworkTarget } from '../port.ts'
import type { OpenTunnel } from '../proxy-tunnel.ts'
import type { VersionAccess } from '../web-versions.ts'
import type { ConnectorLog } from './library-log.ts'

/** What all connections of a connector share. */
export interface ConnectionDeps {
  log: ConnectorLog
  now: () => number
  versionOf: (target: NetworkTarget) => VersionAccess
  linkedDevice: LinkedDevice
  eventRetryDelaysMs: readonly number[]
  openTunnel: OpenTunnel
  mediaIdleMs: number
  queryTimeoutMs: number
}
