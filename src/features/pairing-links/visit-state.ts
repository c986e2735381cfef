import { isConnectedCode } from '../../core/client-status.ts'
import type { ClientService } from '../clients/index.ts'
import type { PairingLinkRow } from './store.ts'

type LiveClient = Awaited<ReturnType<ClientService['status']>>

/** Why linking stopped, as far as it is the visitor's to know; whatever else there is stays with the owner. */
const TOLD_CODES = ['QR_EXPIRED', 'PAIRING_REJECTED', 'PASSKEY_FAILED'] as const

/** Where linking stands, and nothing else of the client. */
type Step = 'starting' | 'pairing' | 'passkey' | 'stopped' | 'linked'

/** Whether an account is linked, be it that its first connection is still being set up. */
export const isLinkedCode = (code: string): boolean => isConnectedCode(code) || code === 'PAIRED'

function toStep({ code, text }: Pick<LiveClient, 'code' | 'text'>): Step {
  if (isLinkedCode(code)) return 'linked'
  switch (text.status) {
    case 'pairing':
      return 'pairing'
    case 'passkey_required':
      return 'passkey'
    case 'starting':
    case 'reconnecting':
      return 'starting'
    default:
      return 'stopped'
  }
}

const toIso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Who typed the number knows it by its end; to anybody else it says nothing. */
const maskNumber = (phoneNumber: string): string => `… ${phoneNumber.slice(-4)}`

/** What everybody who has the link is told: who asks, for what, and until when. */
export const toAsked = ({ createdBy, email, clientName, expiresAt, over }: PairingLinkRow) => ({
  ...{ createdBy, email, clientName, over },
  expiresAt: expiresAt.toISOString(),
})

/** With what links the client now, for the browser that has the link open; each is null while there is none. */
export function toLinking(
  live: Pick<LiveClient, 'code' | 'text' | 'qr' | 'qrExpiresAtMs' | 'pairingCode' | 'passkey'>,
) {
  const { qr, qrExpiresAtMs, pairingCode, passkey } = live
  return {
    step: toStep(live),
    stoppedBy: TOLD_CODES.find((code) => code === live.code) ?? null,
    qr,
    qrExpiresAt: toIso(qrExpiresAtMs),
    pairingCode: pairingCode && {
      code: `${pairingCode.code.slice(0, 4)}-${pairingCode.code.slice(4)}`,
      phoneNumber: maskNumber(pairingCode.phoneNumber),
      expiresAt: new Date(pairingCode.expiresAtMs).toISOString(),
    },
    passkey: passkey && {
      waitsFor: passkey.waitsFor,
      options: passkey.options,
      code: passkey.code,
      expiresAt: new Date(passkey.expiresAtMs).toISOString(),
    },
  }
}

/** Of a link that is over: nothing but that it led to its end. */
export const toEnded = (isLinked: boolean): ReturnType<typeof toLinking> => ({
  ...{ step: isLinked ? 'linked' : 'stopped', stoppedBy: null },
  ...{ qr: null, qrExpiresAt: null, pairingCode: null, passkey: null },
})
