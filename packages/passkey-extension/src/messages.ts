import type { SigningRequest } from './signing-request.ts'

/** Marks what is said between the extension and a page, among all that scripts post there. */
export const CHANNEL = 'parley-passkey'

/** Why nothing was signed. */
export type EndReason =
  /** What the page asks for is nothing that the network would ask. */
  | 'invalid'
  /** The page of the network did not open, or the extension may not work there. */
  | 'unreachable'
  /** The tab was closed before. */
  | 'closed'
  | 'declined'

/** To the page. `id` is new with each press of the extension's button, and everything about that press has it. */
export type ToPage = { channel: typeof CHANNEL; to: 'page'; id: string } & (
  | { kind: 'offer' }
  | { kind: 'opened' }
  | { kind: 'signed'; assertion: unknown }
  | { kind: 'ended'; reason: EndReason }
)

/** From the page: what it wants signed, and that it took what was signed. */
export type FromPage = { channel: typeof CHANNEL; to: 'extension'; id: string } & (
  | { kind: 'ask'; clientName: unknown; options: unknown }
  | { kind: 'taken' }
)

/** How the tab stands in which somebody is to sign. A new tab is `elsewhere` for a moment, before it is on its way. */
export type TabState = 'loading' | 'elsewhere' | 'shown' | 'closed' | 'unreachable'

/** To the background, from the script in the page that asks. */
export type FromBridge =
  | { kind: 'open' }
  | { kind: 'look'; tabId: number; id: string; request: SigningRequest }
  | { kind: 'leave'; tabId: number }
  | { kind: 'nobody' }

/** To the background, from the script in the page that signs. `askerTabId` is as it was told by the background. */
export type FromSigner = { askerTabId: number; id: string } & (
  | { kind: 'signed'; assertion: unknown }
  | { kind: 'declined' }
)

/** From the background to the script in the page that asks. */
export type ToBridge = { id: string } & ({ kind: 'signed'; assertion: unknown } | { kind: 'declined' })

/** From the background to the script in the page that signs. `origin` is the browser's word for who asks. */
export interface ToSigner {
  kind: 'present'
  id: string
  askerTabId: number
  origin: string
  request: SigningRequest
}

/** Whether what came is a message that looks like one of ours; each field is checked where it is used. */
export function isMessage(value: unknown): value is { kind: string; [field: string]: unknown } {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
}

/** Whether what somebody posted in a page is meant for the extension. */
export function isFromPage(value: unknown): value is FromPage {
  return (
    isMessage(value) && value.channel === CHANNEL && value.to === 'extension' && typeof value.id === 'string'
  )
}
