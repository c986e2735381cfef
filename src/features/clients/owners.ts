import type { Bus } from '../../bus/port.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** How long an owner is believed without asking: clients never change hands, they are only deleted. */
const TTL_MS = 30_000
const MAX_OWNERS = 50_000

const OWNER = statement<{ userId: string }>(
  'client_owner',
  'select user_id as "userId" from client where id = $1::uuid',
)

/** Whose a client is; null when there is none. */
export type FindOwner = (clientId: string) => Promise<string | null>

interface Known {
  userId: Promise<string | null>
  untilMs: number
}

/**
 * Who owns a client, remembered for a moment, or until it is deleted. Calls that ask at the same time share one look, so
 * that they go on in the order they came.
 */
export function createOwnerLookup(deps: { db: Executor; bus: Bus; nowMs(): number }): FindOwner {
  const owners = new Map<string, Known>()
  // One that another process deletes while the bus is away is believed to be there until its time is over.
  deps.bus.subscribe('client.deleted', ({ clientId }) => void owners.delete(String(clientId)))
  return (clientId) => {
    const known = owners.get(clientId)
    if (known && known.untilMs > deps.nowMs()) return known.userId
    if (owners.size >= MAX_OWNERS) owners.clear()
    const userId = deps.db.queryOne(OWNER, [clientId]).then((row) => row?.userId ?? null)
    owners.set(clientId, { userId, untilMs: deps.nowMs() + TTL_MS })
    // A client that does not exist yet may be made any moment.
    const forget = () => owners.delete(clientId)
    userId.then((found) => found ?? forget(), forget)
    return userId
  }
}
