import type { StatusCode } from '../../core/client/client-status.ts'
import type { ConnectionState, PairingCode } from '../../network/port.ts'
import { PASSKEY_CODES, type PasskeyRequest, toPasskeyRequest } from './passkey.ts'

/** What a client shows to be linked with. */
export interface Shown {
  qr: string | null
  /** Until when the QR counts; null without one. */
  qrExpiresAtMs: number | null
  /** A code to type into the phone, beside the QR. */
  pairingCode: PairingCode | null
  /** What the network asks for after a scan or a typed code; null while it asks for nothing. */
  passkey: PasskeyRequest | null
}

export const NOTHING_SHOWN: Shown = { qr: null, qrExpiresAtMs: null, pairingCode: null, passkey: null }

export type LinkingState = Extract<
  ConnectionState,
  { kind: 'pairing' | 'pairing_code' | 'passkey' | 'passkey_confirm' }
>

/** What is shown after a state of the connection. */
export function toShown(before: Shown, state: LinkingState): Shown {
  switch (state.kind) {
    case 'pairing':
      return { ...before, qr: state.qr, qrExpiresAtMs: state.expiresAtMs }
    case 'pairing_code':
      return { ...before, pairingCode: state.code }
    case 'passkey':
    case 'passkey_confirm':
      return { ...NOTHING_SHOWN, passkey: toPasskeyRequest(state) }
  }
}

export function toLinkingCode({ pairingCode, passkey }: Shown): StatusCode {
  if (passkey) return PASSKEY_CODES[passkey.waitsFor]
  return pairingCode ? 'CODE_WAITING' : 'QR_WAITING'
}
