import type { EVENT_NAMES } from '../../src/contract/events/event-names.ts'
import type { OperationName } from '../../src/contract/index.ts'

/** What of ours does it: an operation, an event, a kind of content of `chat.sendMessage`, or a node of flows. */
export type Ours =
  | OperationName
  | `event:${(typeof EVENT_NAMES)[number]}`
  | `message:${string}`
  | `node:${string}`

export const PEERS = ['evolution', 'waha', 'whapi'] as const
export type Peer = (typeof PEERS)[number]

/** One thing that an account, or a service around accounts, can do. */
export interface Row {
  what: string
  ours: readonly Ours[]
  /** The calls of each peer that do it, by their names in its list. */
  peers: Readonly<Record<Peer, readonly string[]>>
  /** Why it is left out, where nothing of ours does it; else what is different. */
  note?: string
}

const split = (calls: string): string[] =>
  calls
    .split(';')
    .map((call) => call.trim())
    .filter((call) => call !== '')

/** Calls with semicolons between; an empty text for a peer that has none. */
export const row = (
  what: string,
  ours: readonly Ours[],
  evolution: string,
  waha: string,
  whapi: string,
  note?: string,
): Row => ({
  ...{ what, ours },
  peers: { evolution: split(evolution), waha: split(waha), whapi: split(whapi) },
  ...(note === undefined ? {} : { note }),
})
