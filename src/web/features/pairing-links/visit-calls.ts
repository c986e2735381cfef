import { ORPCError } from '@orpc/client'
import { readRefusal, toFailure } from '../../app/api.ts'
import type { AskedOfPasskey, ShownCodeOfPhone } from '../clients/pairing/linking-actions.ts'
import type { Assertion } from '../clients/passkey/passkey-assertion.ts'

/** Longer than the service waits for a worker and for the network. */
const TIMEOUT_MS = 60_000

/** What everybody who has a link that works is told. */
export interface AskedByLink {
  /** Name and address of who made it. */
  createdBy: string
  email: string
  clientName: string
  /** ISO 8601. */
  expiresAt: string
  over: null
  isOpen: boolean
}

/** What everybody is told of a link that is over. */
interface EndedLink {
  over: 'linked' | 'revoked' | 'replaced' | 'expired'
}

/** What the browser is told that had the link open when it ended; whoever linked with it, what their account is now. */
type EndedVisit = { over: Exclude<EndedLink['over'], 'linked'> } | { over: 'linked'; clientName: string }

/** What the browser that has the link open is told of linking. */
export interface LinkingState extends Omit<AskedByLink, 'isOpen'> {
  step: 'starting' | 'pairing' | 'passkey' | 'stopped' | 'linked'
  stoppedBy: 'QR_EXPIRED' | 'PAIRING_REJECTED' | 'PASSKEY_FAILED' | null
  qr: string | null
  qrExpiresAt: string | null
  /** Of its phone number the last digits only. */
  pairingCode: ShownCodeOfPhone | null
  passkey: AskedOfPasskey | null
}

const VISIT_BYTES = 32

/** What a browser takes a link with, and all that lets it go on: 43 characters by chance. */
export function createVisit(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(VISIT_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function post<T>(action: string, body: object, visit?: string): Promise<T> {
  const response = await fetch(`/api/pairing/${action}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(visit !== undefined && { authorization: `Bearer ${visit}` }),
    },
    body: JSON.stringify(body),
    // Whoever links a phone is nobody here, also where the browser is signed in to the dashboard.
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  // A page of a proxy in between is no answer: this fails, and counts as not reached.
  const answer: unknown = await response.json()
  if (response.ok) return answer as T
  throw readRefusal(answer) ?? new ORPCError('INTERNAL_SERVER_ERROR', { status: response.status })
}

/** What the link asks for; takes nothing from anybody. */
export const showLink = (token: string) => post<AskedByLink | EndedLink>('show', { token })
/** Takes the link for whoever has the visit; may be called again with the same one. */
export const openLink = (token: string, visit: string) => post<object>('open', { token, visit })
export const readLinking = (visit: string) => post<LinkingState | EndedVisit>('state', {}, visit)
export const startLinking = (visit: string) => post<object>('start', {}, visit)
export const askCode = (visit: string, phoneNumber: string) => post<object>('code', { phoneNumber }, visit)
export const answerPasskey = (visit: string, assertion: Assertion) =>
  post<object>('passkey', { assertion }, visit)
export const confirmPasskey = (visit: string) => post<object>('confirm', {}, visit)
export const leaveLink = (visit: string) => post<object>('leave', {}, visit)

/** The stable word of a refusal; undefined when it has none. */
export function reasonOf(error: unknown): string | undefined {
  const { data } = toFailure(error)
  return typeof data === 'object' && data !== null && 'reason' in data ? String(data.reason) : undefined
}
