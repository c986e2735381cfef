import type { proto } from 'baileys/WAProto/index.js'
import type { Connection } from '../infra/connection.ts'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import { isOlder } from '../state/versions.ts'
import { activateSession } from './activation.ts'
import { InputError, LID_SERVER } from './addresses.ts'
import { node, seconds } from './nodes.ts'
import { startPairing } from './pairing.ts'
import { setAvailable } from './presence.ts'
import { endStream, refuseLogin } from './streams.ts'
import { watchSession } from './timeouts.ts'

const UNAUTHORIZED = 401
const BANNED_FOR_A_WHILE = 402
const OUTDATED = 405

/** Judged before anything else, and of clients that pair and that log in alike (whatsmeow#1164, waha#2191). */
function isTooOld({ versions, log }: Network, { userAgent }: proto.ClientPayload): boolean {
  const { primary, secondary, tertiary } = userAgent?.appVersion ?? {}
  const version = [primary ?? 0, secondary ?? 0, tertiary ?? 0] as const
  if (!isOlder(version, versions.oldest)) return false
  log(`a client of version ${version.join('.')} refused`)
  return true
}

/** Why a device that the network knows may not log in now. */
function findRefusal(
  network: Network,
  { address, record }: Companion,
): { code: number; expireS?: number } | undefined {
  const restrictedMs = (network.restrictedUntil.get(record.number) ?? 0) - network.now()
  if (restrictedMs > 0) return { code: BANNED_FOR_A_WHILE, expireS: Math.ceil(restrictedMs / 1000) }
  return network.faults.takeLoginRefusal(address)
}

/** What a client's first payload asks for: to be paired, or to log in as a paired device. */
export function handleLogin(
  network: Network,
  connection: Connection,
  clientStatic: Buffer,
  payload: proto.ClientPayload,
): void {
  if (isTooOld(network, payload)) {
    refuseLogin(connection, OUTDATED)
    return
  }
  if (payload.devicePairingData) {
    startPairing(network, connection, clientStatic, payload.devicePairingData)
    return
  }
  const number = String(payload.username ?? '')
  const companion = network.directory.companion(number, payload.device ?? 0)
  const user = network.directory.find(number)
  if (
    companion === undefined ||
    user === undefined ||
    companion.record.noise !== clientStatic.toString('base64')
  ) {
    network.log(`login of an unknown device of ${number.slice(-4)} refused`)
    refuseLogin(connection, UNAUTHORIZED)
    return
  }
  const refusal = findRefusal(network, companion)
  if (refusal !== undefined) {
    refuseLogin(connection, refusal.code, refusal.expireS)
    return
  }
  const before = network.sessions.get(companion.address)
  companion.logins += 1
  if (before !== undefined) {
    companion.replaced += 1
    closeSession(network, before.connection)
    endStream(before.connection, 'replaced')
  }
  const session: Session = { connection, companion, ...newSession(network.now()) }
  network.sessions.set(companion.address, session)
  network.sessionByConnection.set(connection, session)
  watchSession(network, session)
  connection.send(
    node('success', {
      t: seconds(network.now()),
      location: 'sbx',
      props: '1',
      lid: `${user.lid}:${companion.record.device}@${LID_SERVER}`,
      abprops: '1',
      display_name: user.record.name,
      creation: seconds(companion.record.pairedAt),
    }),
  )
  // rc14 logs in as passive and says `active` afterwards; who does not log in as passive, as zapo 0.3.0, is active at once.
  if (payload.passive !== true) network.journal.afterCommit(() => activateSession(network, session))
}

const newSession = (now: number) => ({
  active: false,
  available: false,
  subscriptions: new Map<string, { as: string; hasToken: boolean }>(),
  held: [],
  lastStanzaAt: now,
  ping: { id: undefined, at: now },
  watch: undefined,
  offline: undefined,
})

/** Forgets a connection: its session or its pairing. */
export function closeSession(network: Network, connection: Connection): void {
  const pairing = network.pairings.get(connection)
  if (pairing !== undefined) {
    clearTimeout(pairing.timer)
    pairing.code?.typed?.done.reject(new InputError("couldn't link device: the client is gone"))
    network.pairings.delete(connection)
  }
  const session = network.sessionByConnection.get(connection)
  if (session === undefined) return
  session.active = false
  clearTimeout(session.offline?.timer)
  clearInterval(session.watch)
  session.offline = undefined
  network.sessionByConnection.delete(connection)
  if (network.sessions.get(session.companion.address) === session) {
    network.sessions.delete(session.companion.address)
  }
  if (session.available) setAvailable(network, session, false)
}
