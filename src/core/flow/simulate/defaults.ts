import type { AddressPolicy } from '../../address-policy.ts'
import type { ContactFieldShape } from '../../contact/contact-fields.ts'
import type { ClientState, ContactState } from '../run.ts'

export interface SimulationOptions {
  client?: Partial<ClientState>
  contacts?: Readonly<Record<string, Partial<ContactState>>>
  /** Virtual time at which the simulation begins, epoch milliseconds. */
  startAt?: number
  /** Ids that runs get, in the order they begin; later ones get fresh ids. */
  runIds?: readonly string[]
  /** The fields of contacts that are defined. */
  contactFields?: ReadonlyMap<string, ContactFieldShape>
  /** Those that it calls; absent means public ones alone, null that nobody here knows. */
  addresses?: AddressPolicy | null
}

export const DEFAULT_CLIENT: ClientState = {
  id: 'client',
  name: 'Test client',
  phone: null,
  humanHandoffDurationSec: 1_800,
  mainMenuFlowId: null,
  defaultCountry: null,
  connected: true,
}

export function emptyContact(jid: string): ContactState {
  return {
    jid,
    phone: null,
    name: null,
    tags: [],
    fields: {},
    blacklist: false,
    favourite: false,
    handoffUntil: null,
    lastFlowAt: {},
    lastInboundAt: null,
  }
}
