import { isIP } from 'node:net'
import { formatWebVersion } from '../../core/client/web-version.ts'
import { createWebVersionStore } from '../../features/server/index.ts'
import { BUILT_IN_VERSION } from '../../network/baileys/index.ts'
import type { NetworkTarget, VersionAccess } from '../../network/port.ts'
import { MAIN_VERSION_PAGE, type PageAnswer, readVersionPage } from '../../network/version-page.ts'
import { WebVersions } from '../../network/web-versions.ts'
import type { Config } from '../../platform/config.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { createOutboundHttp } from '../../platform/outbound-http.ts'
import type { Parts } from '../parts.ts'

type NetworkName = 'whatsapp' | 'sandbox'

/** The page of the network that clients of the real one connect to; null where none is to be asked. */
export function findVersionPage({ webVersion, networkUrl, webVersionPage }: Config): string | null {
  if (webVersion === 'built-in') return null
  return networkUrl === undefined ? MAIN_VERSION_PAGE : (webVersionPage ?? null)
}

/** Under the rules of all outside calls. An address that the operator wrote down, and no name, counts as listed. */
export function askVersionPage(
  page: string,
  outboundAllow: readonly string[],
  signal?: AbortSignal,
): Promise<PageAnswer> {
  const host = new URL(page).hostname.replace(/^\[|\]$/g, '')
  const allow = [...outboundAllow, ...(isIP(host) === 0 ? [] : [host])]
  return readVersionPage(createOutboundHttp({ allow }), page, signal)
}

/** Shows what this process' clients tell each network that one of them connected to. */
export function measureWebVersions(
  metrics: Metrics,
  networks: Readonly<Record<NetworkName, Pick<WebVersions, 'state'>>>,
): void {
  const age = metrics.gauge(
    'web_version_age_seconds',
    'How long ago the version of WhatsApp Web that clients tell a network was known to be the newest.',
    ['network'],
  )
  const gauge = metrics.gauge('web_version_info', 'Always 1, with the version that clients tell a network.', [
    'network',
    'version',
    'source',
  ])
  metrics.beforeRender(() => {
    gauge.reset()
    for (const [network, { state }] of Object.entries(networks)) {
      if (!state) continue
      age.set({ network }, Math.max(0, (Date.now() - state.confirmedAtMs) / 1000))
      gauge.set({ network, version: formatWebVersion(state.version), source: state.source }, 1)
    }
  })
}

/** How clients of each network learn what to tell it. */
export function openWebVersions({ config, db, log, metrics, sandbox, shutdown }: Parts) {
  const store = createWebVersionStore(db)
  const { webVersion, outboundAllow = [] } = config
  const open = (network: NetworkName, page: string | null): WebVersions =>
    new WebVersions({
      builtIn: BUILT_IN_VERSION,
      pinned: typeof webVersion === 'string' ? undefined : webVersion,
      ask: page === null ? null : (signal) => askVersionPage(page, outboundAllow, signal),
      store: { read: () => store.read(network), write: (state) => store.write(network, state) },
      now: Date.now,
      log: log.child({ network }),
    })
  const isAsked = webVersion !== 'built-in' && sandbox !== null
  const networks = {
    whatsapp: open('whatsapp', findVersionPage(config)),
    sandbox: open('sandbox', isAsked ? sandbox.versionPageUrl : null),
  }
  measureWebVersions(metrics, networks)
  shutdown.add('web versions', async () => {
    for (const each of Object.values(networks)) each.close()
  })
  return (target: NetworkTarget): VersionAccess =>
    target.kind === 'custom' && target.url === sandbox?.wsUrl ? networks.sandbox : networks.whatsapp
}
