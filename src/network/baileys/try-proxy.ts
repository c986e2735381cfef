import { request } from 'node:https'
import WebSocket from 'ws'
import { type NetworkTarget, ProxyError, type ProxyRoute } from '../port.ts'
import type { OpenTunnel } from '../proxy-tunnel.ts'
import { createMediaAgent, createSocketAgent, urlOf } from './network-way.ts'

const MEDIA_HOST = 'mmg.whatsapp.net'
const TRY_TIMEOUT_MS = 15_000

const toProxyError = (error: unknown): ProxyError =>
  error instanceof ProxyError
    ? error
    : new ProxyError('target_unreachable', 'The network did not answer through the proxy.', { cause: error })

async function openAndClose(target: NetworkTarget, agent: ReturnType<typeof createSocketAgent>) {
  const socket = new WebSocket(urlOf(target), { agent, handshakeTimeout: TRY_TIMEOUT_MS })
  try {
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
  } finally {
    socket.on('error', () => {})
    socket.terminate()
  }
}

/** Any answer will do: without an account there is no file to ask for. */
async function askMediaHost(agent: ReturnType<typeof createMediaAgent>): Promise<void> {
  await new Promise((resolve, reject) => {
    const asked = request({ host: MEDIA_HOST, path: '/', agent, timeout: TRY_TIMEOUT_MS })
    asked.once('response', (answer) => resolve(answer.resume()))
    asked.once('timeout', () => asked.destroy(new Error('the media server did not answer in time')))
    asked.once('error', reject)
    asked.end()
  })
}

/** Reaches the network through a proxy without an account: its server and, on the main network, its media host. */
export async function tryProxy(
  openTunnel: OpenTunnel,
  target: NetworkTarget,
  route: ProxyRoute,
): Promise<void> {
  const way = { route, openTunnel, onFault: () => {} }
  try {
    await openAndClose(target, createSocketAgent(target, way))
    if (target.kind === 'whatsapp') await askMediaHost(createMediaAgent(target, way))
  } catch (error) {
    throw toProxyError(error)
  }
}
