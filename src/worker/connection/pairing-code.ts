import { isLinkedCode, type StatusCode } from '../../core/client/client-status.ts'
import { type Refusal, refusal } from '../../core/errors.ts'
import type { NetworkPairing, PairingCode } from '../../network/port.ts'

/** A client that shows what it can be paired with, as the connection to it is now. */
export interface PairingHost {
  /** `qr` and `passkey` are null while they are not shown. */
  snapshot(): { readonly qr: string | null; readonly passkey: object | null; readonly code: StatusCode }
  /** Null while there is no connection that could be linked. */
  pairing(): NetworkPairing | null
  /** Opens another connection in place of the present one. */
  renew(): Promise<void>
  now(): number
}

/** How long a connection may take until it shows something to pair with; with the network's answer less than a command has. */
const SHOWN_WITHIN_MS = 9_000
const LOOK_EVERY_MS = 25

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const refuseLinked = (): Refusal => refusal('CONFLICT', 'ALREADY_PAIRED', {})

/** Only once something is shown has the network begun to link the device. */
function findPairing(host: PairingHost): NetworkPairing | null {
  const { qr, passkey } = host.snapshot()
  return qr !== null || passkey !== null ? host.pairing() : null
}

/** Asks the network for a code to type into a phone, on a connection that lives long enough for that. */
export async function requestPairingCode(host: PairingHost, phoneNumber: string): Promise<PairingCode> {
  const untilMs = host.now() + SHOWN_WITHIN_MS
  while (host.now() < untilMs) {
    const { code } = host.snapshot()
    if (isLinkedCode(code)) throw refuseLinked()
    const outcome = await findPairing(host)?.requestCode(phoneNumber)
    if (outcome?.kind === 'code') {
      const { kind: _, ...given } = outcome
      return given
    }
    if (outcome?.kind === 'refused')
      throw refusal(
        outcome.reason === 'no_answer' ? 'GATEWAY_TIMEOUT' : 'UNPROCESSABLE_CONTENT',
        'PAIRING_CODE_REFUSED',
        { why: outcome.reason },
      )
    if (outcome?.kind === 'too_late') await host.renew()
    await pause(LOOK_EVERY_MS)
  }
  throw refusal('SERVICE_UNAVAILABLE', 'NOT_PAIRING', {})
}
