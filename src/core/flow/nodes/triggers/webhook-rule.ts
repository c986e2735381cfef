import type { ReceivedCall } from '../../../conversation/flow-event.ts'
import type { ApiInput } from '../../expressions/input-types.ts'

/** Names of headers are in lower case; a name that came twice in the query is a list. */
export type IncomingCall = ReceivedCall

/** An input with the place in a call where its value stands. */
export interface MappedInput extends ApiInput {
  path: string
}

export const SIGNATURE_SCHEMES = ['none', 'github', 'stripe', 'standard_webhooks', 'token', 'hmac'] as const
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number]

/** How calls show that they come from who knows the secret of that name. */
export interface SignatureRule {
  scheme: Exclude<SignatureScheme, 'none'>
  /** Name of a secret of the flow's owner. */
  secret: string
  /** In lower case. */
  header: string
  encoding: 'hex' | 'base64'
  prefix: string
}

/** How a call from outside starts the flow: whom it is about, what it brings, and how it shows where it comes from. */
export interface WebhookRule {
  kind: 'webhook'
  /** Where in the call the number or address of the contact is. */
  contact: string
  /** Whose national numbers are read; null: the client's own country. */
  country: string | null
  /** Whether it starts for who is no contact of the client yet. */
  startsUnknown: boolean
  inputs: readonly MappedInput[]
  signature: SignatureRule | null
  /** Where in the call is what tells a repeat; the scheme of the signature says so otherwise. */
  dedupe?: string
}
