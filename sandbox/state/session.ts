import type { Connection } from '../infra/connection.ts'
import type { Companion } from './companion.ts'
import type { OfflineQueue } from './delivery-queue.ts'

/** A logged-in connection of a linked device. */
export interface Session {
  readonly connection: Connection
  readonly companion: Companion
  /** True once the client asked for live traffic; until then everything for it waits in its queue. */
  active: boolean
  /** Whether the client said it is there. */
  available: boolean
  /** Whose presence it asked for: by number, under which address, and with the token of theirs. */
  readonly subscriptions: Map<string, { as: string; hasToken: boolean }>
  /** Deliveries kept back by the `hold` fault, in the order they came. */
  readonly held: (() => void)[]
  /** When the client last said anything, in milliseconds. */
  lastStanzaAt: number
  /** The last ping: its id until it is answered, and when it was sent. */
  ping: { id: string | undefined; at: number }
  watch: NodeJS.Timeout | undefined
  /** What waited for the device and is on its way; undefined when all of it was sent. */
  offline: OfflineQueue | undefined
}
