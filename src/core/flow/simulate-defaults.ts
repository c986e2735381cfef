import type { ClientState, ContactState } from './lane.ts'

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
