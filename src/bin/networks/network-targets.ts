import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Refusal } from '../../core/errors.ts'
import type { NetworkTarget } from '../../network/port.ts'
import type { Config } from '../../platform/config.ts'

type NetworkName = 'sandbox' | 'whatsapp'

/** What a running sandbox network publishes of itself. */
export interface SandboxEndpoint {
  wsUrl: string
  rootKeyHex: string
  rootSerial: number
  /** The authority of its media server, PEM. */
  mediaCaPem?: string
}

export interface NetworkTargets {
  targetOf(network: NetworkName): NetworkTarget
  /** Refuses a network this service has no server for. */
  check(network: NetworkName): void
}

const CONNECT_TIMEOUT_MS = 5000

/**
 * Which server each network means here. NETWORK_URL replaces the real network; without a sandbox of our own it
 * stands for that as well.
 */
export function createNetworkTargets(config: Config, sandbox: SandboxEndpoint | null): NetworkTargets {
  const custom = readCustomTarget(config)
  const own: NetworkTarget | null = sandbox
    ? {
        kind: 'custom',
        url: sandbox.wsUrl,
        rootKeyHex: sandbox.rootKeyHex,
        rootSerial: sandbox.rootSerial,
        ...(sandbox.mediaCaPem === undefined ? {} : { mediaCaPem: sandbox.mediaCaPem }),
      }
    : null
  const targets: Record<NetworkName, NetworkTarget | null> = {
    whatsapp: custom ?? { kind: 'whatsapp' },
    sandbox: own ?? custom,
  }
  const find = (network: NetworkName): NetworkTarget => {
    const target = targets[network]
    if (target) return target
    throw new Refusal(
      'CONFLICT',
      'The sandbox network is switched off here. Start the service with SANDBOX=on, or set NETWORK_URL to a sandbox that runs elsewhere.',
      { data: { reason: 'NETWORK_NOT_AVAILABLE' } },
    )
  }
  return { targetOf: find, check: (network) => void find(network) }
}

function readCustomTarget(config: Config): NetworkTarget | null {
  if (config.networkUrl === undefined) return null
  if (config.networkRootKey === undefined || config.networkRootSerial === undefined) {
    throw new Refusal(
      'BAD_REQUEST',
      'NETWORK_URL needs the root of that network’s certificates: set NETWORK_ROOT_KEY (hex) and NETWORK_ROOT_SERIAL too.',
    )
  }
  return {
    kind: 'custom',
    url: config.networkUrl,
    rootKeyHex: config.networkRootKey,
    rootSerial: config.networkRootSerial,
    ...(config.networkMediaCa === undefined
      ? {}
      : { mediaCaPem: readFileSync(config.networkMediaCa, 'utf8') }),
  }
}

/** A network that was named but cannot be reached is a mistake in the settings: say so before anything starts. */
export async function refuseUnreachableNetwork(url: string): Promise<void> {
  const { hostname, port, protocol } = new URL(url)
  const number = Number(port) || (protocol === 'wss:' ? 443 : 80)
  const problem = await new Promise<string | null>((resolve) => {
    const socket = connect({ host: hostname, port: number, timeout: CONNECT_TIMEOUT_MS })
    const finish = (text: string | null): void => {
      socket.destroy()
      resolve(text)
    }
    socket.once('connect', () => finish(null))
    socket.once('timeout', () => finish(`no answer within ${CONNECT_TIMEOUT_MS / 1000} s`))
    socket.once('error', (error) => finish(error.message || 'it refuses connections'))
  })
  if (problem === null) return
  throw new Refusal(
    'SERVICE_UNAVAILABLE',
    `NETWORK_URL ${url} cannot be reached (${problem}). Start that network or correct the address, then start again; nothing was changed.`,
  )
}
