import type { StatusCode } from '../core/client-status.ts'
import type { ConnectionState, NetworkPairing, PairingCode } from '../network/port.ts'
import { requestPairingCode } from './pairing-code.ts'

/** What a client shows to be linked with. */
export interface Shown {
  qr: string | null
  /** Until when the QR counts; null without one. */
  qrExpiresAtMs: number | null
  /** A code to type into the phone, beside the QR. */
  pairingCode: PairingCode | null
}

export const NOTHING_SHOWN: Shown = { qr: null, qrExpiresAtMs: null, pairingCode: null }

export type LinkingState = Extract<ConnectionState, { kind: 'pairing' | 'pairing_code' }>

/** What is shown after a state of the connection. */
export function toShown(before: Shown, state: LinkingState): Shown {
  if (state.kind === 'pairing_code') return { ...before, pairingCode: state.code }
  return { ...before, qr: state.qr, qrExpiresAtMs: state.expiresAtMs }
}

export const toLinkingCode = ({ pairingCode }: Shown): StatusCode =>
  pairingCode ? 'CODE_WAITING' : 'QR_WAITING'

/** How a client that belongs to no account yet is linked, as the connection to it is now. */
export interface LinkingHost {
  snapshot(): Shown & { code: StatusCode }
  /** Null while there is no connection that could be linked. */
  pairing(): NetworkPairing | null
  /** Opens another connection in place of the present one. */
  renew(): Promise<void>
  now(): number
}

export interface Linking {
  /** A code to type into the phone of that number. Refuses when the client is linked, or the network gives none. */
  requestPairingCode(phoneNumber: string): Promise<PairingCode>
}

export const createLinking = (host: LinkingHost): Linking => ({
  requestPairingCode: (phoneNumber) => requestPairingCode(host, phoneNumber),
})
