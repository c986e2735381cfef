import { request } from 'node:https'
import WebSocket from 'ws'
import { type NetworkTarget, ProxyError, type ProxyRoute } from '../port.ts'
import { lateFailureOf, nameOf } from '../proxy-route.ts'
import type { OpenTunnel } from '../proxy-tunnel.ts'
import { createMediaAgent, createSocketAgent, urlOf } from './transport.ts'

const MEDIA_HOST = 'mmg.whatsapp.net'
const TRY_WITHIN_MS = 15_000

function toProxyError(route: ProxyRoute, late: AbortSignal, error: unknown): ProxyError {
  if (error instanceof ProxyError) return error
  return late.aborted
    ? new ProxyError('no_answer', lateFailureOf(route), { cause: error })
    : new ProxyError(
        'target_unreachable',
        { code: 'NETWORK_NOT_REACHED', params: { proxy: nameOf(route), error: null } },
        { cause: error },
      )
}

async function openAndClose(
  target: NetworkTarget,
  agent: ReturnType<typeof createSocketAgent>,
  late: AbortSignal,
): Promise<void> {
  const socket = new WebSocket(urlOf(target), { agent })
  const giveUp = (): void => socket.terminate()
  late.addEventListener('abort', giveUp)
  try {
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
  } finally {
    late.removeEventListener('abort', giveUp)
    socket.on('error', () => {})
    socket.terminate()
  }
}

/** Any answer will do: without an account there is no file to ask for. */
async function askMediaHost(agent: ReturnType<typeof createMediaAgent>, late: AbortSignal): Promise<void> {
  await new Promise((resolve, reject) => {
    const asked = request({ host: MEDIA_HOST, path: '/', agent, signal: late })
    asked.once('response', (answer) => resolve(answer.resume()))
    asked.once('error', reject)
    asked.end()
  })
}

/** Reaches the network through a proxy without an account: its server and, on the main network, its media host. */
export async function tryProxy(
  openTunnel: OpenTunnel,
  target: NetworkTarget,
  route: ProxyRoute,
  withinMs = TRY_WITHIN_MS,
): Promise<void> {
  const way = { route, openTunnel, onFault: () => {} }
  const late = AbortSignal.timeout(withinMs)
  try {
    const socketOpens = openAndClose(target, createSocketAgent(target, way), late)
    if (target.kind === 'whatsapp')
      await Promise.all([socketOpens, askMediaHost(createMediaAgent(target, way), late)])
    else await socketOpens
  } catch (error) {
    throw toProxyError(route, late, error)
  }
}
