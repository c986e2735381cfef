import type { Connection } from '../infra/connection.ts'
import type { Companion } from './companion.ts'

/** A logged-in connection of a linked device. */
export interface Session {
  readonly connection: Connection
  readonly companion: Companion
  /** True once the client asked for live traffic; until then everything for it waits in its queue. */
  active: boolean
  /** Deliveries kept back by the `hold` fault, in the order they came. */
  readonly held: (() => void)[]
}
