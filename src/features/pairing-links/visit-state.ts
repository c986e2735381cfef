import { isLinkedCode } from '../../core/client/client-status.ts'
import { type ClientService, toPairingCode } from '../clients/index.ts'
import type { PairingLinkEnd, PairingLinkRow } from './store.ts'

type LiveClient = Awaited<ReturnType<ClientService['status']>>

/** Why linking stopped, as far as it is the visitor's to know; whatever else there is stays with the owner. */
const SHOWN_CODES = ['QR_EXPIRED', 'PAIRING_REJECTED', 'PASSKEY_FAILED'] as const

/** Where linking stands, and nothing else of the client. */
type Step = 'starting' | 'pairing' | 'passkey' | 'stopped' | 'linked'

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

/** What everybody who has a link that works is told: who asks, for what, and until when. */
export const toAsked = ({ createdBy, email, clientName, expiresAt }: PairingLinkRow) => ({
  ...{ createdBy, email, clientName, over: null },
  expiresAt: expiresAt.toISOString(),
})

/** Of a link that is over: why, and to who linked with it what their account is now. Whoever finds it learns no name. */
export const toEnded = (over: PairingLinkEnd, clientName: string) =>
  over === 'linked' ? { over, clientName } : { over }

/** With what links the client now, for the browser that has the link open; each is null while there is none. */
export function toLinking(
  live: Pick<LiveClient, 'code' | 'text' | 'qr' | 'qrExpiresAtMs' | 'pairingCode' | 'passkey'>,
) {
  const { qr, qrExpiresAtMs, pairingCode, passkey } = live
  return {
    step: toStep(live),
    stoppedBy: SHOWN_CODES.find((code) => code === live.code) ?? null,
    qr,
    qrExpiresAt: toIso(qrExpiresAtMs),
    pairingCode: pairingCode && {
      ...toPairingCode(pairingCode),
      phoneNumber: maskNumber(pairingCode.phoneNumber),
    },
    passkey: passkey && {
      waitsFor: passkey.waitsFor,
      options: passkey.options,
      code: passkey.code,
      expiresAt: new Date(passkey.expiresAtMs).toISOString(),
    },
  }
}
