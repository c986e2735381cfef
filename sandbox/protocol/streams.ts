import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Connection } from '../infra/connection.ts'
import { node } from './nodes.ts'

/** Ways in which the network ends a connection. */
export type StreamEnd = 'restart' | 'replaced' | 'removed' | 'unavailable'

const ENDS: Record<StreamEnd, BinaryNode> = {
  restart: node('stream:error', { code: '515' }),
  replaced: node('stream:error', {}, [node('conflict', { type: 'replaced' })]),
  removed: node('stream:error', { code: '401' }, [node('conflict', { type: 'device_removed' })]),
  unavailable: node('stream:error', { code: '503' }),
}

/** Which end a status code asks for; undefined when the network knows no such end. */
export function parseStreamEnd(code: unknown): StreamEnd | undefined {
  const ends: Record<string, StreamEnd> = {
    515: 'restart',
    440: 'replaced',
    401: 'removed',
    503: 'unavailable',
  }
  return ends[String(code)]
}

/** Says why, then closes. */
export function endStream(connection: Connection, end: StreamEnd): void {
  connection.send(ENDS[end])
  connection.close()
}

/** It wrote to too many people who do not know it (whatsmeow, `TempBanReason`). */
const BAN_REASON = '101'

/** Refuses a login, then closes. A ban that ends has a reason and a time, and is nothing without both (`WAWebHandleFailure`). */
export function refuseLogin(connection: Connection, reason: number, expireS?: number): void {
  const ban = expireS === undefined ? {} : { code: BAN_REASON, expire: String(expireS) }
  connection.send(node('failure', { reason: String(reason), location: 'sbx', ...ban }))
  connection.close()
}
