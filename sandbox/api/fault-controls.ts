import { InputError, parseNumber } from '../protocol/addresses.ts'
import { releaseHeld } from '../protocol/delivery.ts'
import { closeSession } from '../protocol/login.ts'
import { endStream, parseStreamEnd } from '../protocol/streams.ts'
import { announceTimeLock } from '../protocol/time-lock.ts'
import type { FaultSettings } from '../state/faults.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'

/** Makes the network misbehave towards an account, or towards one of its devices. */
export interface FaultControls {
  /** Changes what goes wrong; what is not named stays as it is. Gives the settings now in force. */
  set(account: string, change: Partial<FaultSettings>, device?: number): FaultSettings
  /** Lets held deliveries go, in the order they came or reversed, and stops holding. Gives their number. */
  release(account: string, device?: number, order?: 'same' | 'reverse'): number
  clear(account: string, device?: number): void
  /** Ends connections: with a stream error (515, 401, 440, 503), or abruptly without a code. Gives their number. */
  cut(account: string, device?: number, code?: number): number
}

export function createFaultControls(network: Network): FaultControls {
  const keyOf = (account: string, device?: number): string => {
    const number = parseNumber(account)
    return device === undefined ? number : `${number}.${device}`
  }
  const sessionsOf = (account: string, device?: number): Session[] => {
    const number = parseNumber(account)
    return [...network.sessions.values()].filter(
      ({ companion: { record } }) =>
        record.number === number && (device === undefined || record.device === device),
    )
  }
  const freeze = (account: string, frozen: boolean, device?: number): void => {
    for (const { connection } of sessionsOf(account, device)) connection.frozen = frozen
  }
  const notifyTimeLock = (account: string) =>
    announceTimeLock(network, network.directory.ensure(parseNumber(account)))
  return {
    set: (account, change, device) => {
      if (change.freeze !== undefined) freeze(account, change.freeze, device)
      const settings = network.faults.set(keyOf(account, device), change)
      if (change.timeLockUntilMs !== undefined) notifyTimeLock(account)
      return settings
    },
    release: (account, device, order = 'same') => {
      network.faults.set(keyOf(account, device), { hold: false })
      return sessionsOf(account, device).reduce((sum, session) => sum + releaseHeld(session, order), 0)
    },
    clear: (account, device) => {
      freeze(account, false, device)
      const wasLocked = network.faults.of(keyOf(account, device ?? 0)).timeLockUntilMs > 0
      network.faults.clear(keyOf(account, device))
      if (wasLocked) notifyTimeLock(account)
    },
    cut: (account, device, code) => {
      const end = code === undefined ? undefined : parseStreamEnd(code)
      if (code !== undefined && end === undefined) {
        throw new InputError(`${code} is not a stream error: use 515, 401, 440 or 503, or leave the code out`)
      }
      const sessions = sessionsOf(account, device)
      for (const { connection } of sessions) {
        closeSession(network, connection)
        if (end === undefined) connection.cut()
        else endStream(connection, end)
      }
      return sessions.length
    },
  }
}
