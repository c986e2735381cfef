import type { StatusCode } from '../../core/client/client-status.ts'
import { refusal } from '../../core/errors.ts'
import type { ConnectionState, PasskeyOptions, PasskeyOutcome } from '../../network/port.ts'

/** What the network asks of somebody who has the account's passkey, as it is now. */
export interface PasskeyRequest {
  waitsFor: 'signature' | 'phone' | 'comparison'
  /** What has to be signed; null when it was. */
  options: PasskeyOptions | null
  /** What has to be compared with the phone's; null unless it has to. */
  code: string | null
  expiresAtMs: number
}

export type PasskeyState = Extract<ConnectionState, { kind: 'passkey' | 'passkey_confirm' }>

/** The status code of a client for what is waited for. */
export const PASSKEY_CODES = {
  signature: 'PASSKEY_REQUIRED',
  phone: 'PASSKEY_ANSWERED',
  comparison: 'PASSKEY_CONFIRM',
} as const satisfies Record<PasskeyRequest['waitsFor'], StatusCode>

export function toPasskeyRequest(state: PasskeyState): PasskeyRequest {
  const { expiresAtMs } = state
  if (state.kind === 'passkey_confirm')
    return { waitsFor: 'comparison', options: null, code: state.code, expiresAtMs }
  if (state.isAnswered) return { waitsFor: 'phone', options: null, code: null, expiresAtMs }
  return { waitsFor: 'signature', options: state.options, code: null, expiresAtMs }
}

const NOT_ASKED: PasskeyOutcome = { kind: 'refused', reason: 'not_asked' }

/** What came of an answer, for who gave it. */
export async function takePasskey(given: Promise<PasskeyOutcome> | undefined): Promise<void> {
  const outcome = (await given) ?? NOT_ASKED
  if (outcome.kind === 'taken') return
  const { reason } = outcome
  if (reason === 'not_asked') throw refusal('CONFLICT', 'NO_PASSKEY_ASKED', { worker: 'running' })
  const code = reason === 'no_answer' ? 'GATEWAY_TIMEOUT' : 'UNPROCESSABLE_CONTENT'
  throw refusal(code, 'PASSKEY_REFUSED', { why: reason })
}
