import type { OwnerId } from '../../contract/handlers.ts'
import { isUuid } from '../../core/uuid.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

interface Found {
  clientId: string | null
}

const FLOW = statement<Found>(
  'key_reach_flow',
  'select client_id as "clientId" from flow where id = $1::uuid and user_id = $2',
)

const FLOW_STATE = statement<Found>(
  'key_reach_flow_state',
  `select s.client_id as "clientId" from flow_state s join client k on k.id = s.client_id
   where s.id = $1::uuid and k.user_id = $2`,
)

const WEBHOOK = statement<Found>(
  'key_reach_webhook',
  'select client_id as "clientId" from webhook where id = $1::uuid and user_id = $2',
)

const STATEMENTS = { flow: FLOW, 'flow state': FLOW_STATE, webhook: WEBHOOK }
/** The client that something of a user belongs to, by primary key; asked only for keys that are kept to some clients. */
export function createClientFinder(db: Executor) {
  return async (what: string, id: string, owner: OwnerId): Promise<string | null> => {
    const found = Object.entries(STATEMENTS).find(([name]) => name === what)?.[1]
    if (!found || !isUuid(id)) return null
    return (await db.queryOne(found, [id, owner]))?.clientId ?? null
  }
}
