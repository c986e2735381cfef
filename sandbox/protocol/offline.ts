import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { OfflineQueue, QueuedStanza } from '../state/delivery-queue.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import { SERVER_JID } from './addresses.ts'
import { dispatch } from './delivery.ts'
import { child, node, seconds } from './nodes.ts'
import { isOver } from './status-feed.ts'

/** A token the client shows at its next connection; this network has one place only and ignores it. */
const EDGE_ROUTING = node('ib', {}, [
  node('edge_routing', {}, [node('routing_info', {}, Buffer.from('sandbox'))]),
])

function buildPreview(waiting: readonly QueuedStanza[]): BinaryNode {
  const count = (...tags: string[]) =>
    String(waiting.filter(({ stanza }) => tags.includes(stanza.tag)).length)
  return node('ib', {}, [
    node('offline_preview', {
      count: String(waiting.length),
      message: count('message'),
      receipt: count('receipt'),
      notification: count('notification'),
      appdata: '0',
    }),
  ])
}

/** Says what became newer while the device was away (whatsmeow's `dirty`, rc14's groups.js and chats.js). */
function notifyDirty(network: Network, { companion, connection }: Session): void {
  for (const type of companion.record.dirty ?? []) {
    const dirty = node('dirty', { type, timestamp: seconds(network.now()) })
    connection.send(node('ib', { from: SERVER_JID }, [dirty]))
  }
}

/**
 * Says how much waits for a device, and sends it as the client asks: rc14 and zapo ask once, for a number (`<ib>
 * <offline_batch count>`), and get the rest as they answer (sandbox-truth.md, kind 11).
 */
export function startQueue(network: Network, session: Session): void {
  const { companion, connection } = session
  connection.send(EDGE_ROUTING)
  notifyDirty(network, session)
  for (const { key, stanza } of network.queues.waiting(companion.address))
    if (isOver(network, stanza)) network.queues.confirm(companion.address, key)
  const waiting = network.queues.waiting(companion.address)
  connection.send(buildPreview(waiting))
  session.offline = { total: waiting.length, rest: waiting, open: new Set(), window: 0, timer: undefined }
  if (waiting.length === 0) finishQueue(network, session)
  else {
    const { askMs } = network.timeouts
    session.offline.timer = setTimeout(() => askQueue(network, session, waiting.length), askMs).unref()
  }
}

function askQueue(network: Network, session: Session, count: number): void {
  const { offline } = session
  if (offline === undefined || offline.window > 0) return
  clearTimeout(offline.timer)
  offline.window = Math.max(1, count)
  sendNext(network, session, offline)
}

function sendNext(network: Network, session: Session, offline: OfflineQueue): void {
  if (offline.open.size > 0) return
  for (const entry of offline.rest.splice(0, offline.window)) {
    offline.open.add(entry.key)
    dispatch(network, session, entry, true)
  }
  if (offline.rest.length === 0) finishQueue(network, session)
}

/** From here on everything is sent as it comes, first what came meanwhile. */
function finishQueue(network: Network, session: Session): void {
  const { companion, connection, offline } = session
  const count = String(offline?.total ?? 0)
  session.offline = undefined
  session.active = true
  for (const entry of network.queues.waiting(companion.address)) {
    if (entry.sentOn !== session) dispatch(network, session, entry)
  }
  connection.send(node('ib', {}, [node('offline', { count })]))
}

/** The client answered something that had waited: it confirmed it, or asked for it again. */
export function noteAnswered(network: Network, session: Session, key: string): void {
  network.queues.noteAnswered(session.companion.address, key)
  const { offline } = session
  if (offline?.open.delete(key) === true) sendNext(network, session, offline)
}

/** What a client tells the network: that it wants what waited. */
export function handleBulletin(network: Network, session: Session, stanza: BinaryNode): boolean {
  const batch = child(stanza, 'offline_batch')
  if (batch !== undefined) askQueue(network, session, Number(batch.attrs.count))
  return true
}

/** Something an account's device has to fetch anew when it is back. */
export function markDirty(network: Network, account: string, type: 'groups' | 'account_sync'): void {
  for (const companion of network.directory.find(account)?.companions.values() ?? []) {
    const { dirty = [] } = companion.record
    if (network.sessions.has(companion.address) || dirty.includes(type)) continue
    companion.record.dirty = [...dirty, type]
    companion.save()
  }
}
