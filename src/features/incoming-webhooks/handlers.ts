import type { Handlers, OwnerId } from '../../contract/handlers.ts'
import { refusal } from '../../core/errors.ts'
import { parseDefinition } from '../../core/flow/index.ts'
import type { Executor } from '../../db/transaction.ts'
import type { FlowService } from '../flows/index.ts'
import type { WebhookAddresses } from './addresses.ts'
import { LIST_CALLS } from './store.ts'

export interface IncomingHandlerDeps {
  db: Executor
  addresses: WebhookAddresses
  flows: Pick<FlowService, 'read'>
}

/** What owners of flows do with the addresses of their triggers. */
export function createIncomingHandlers({
  db,
  addresses,
  flows,
}: IncomingHandlerDeps): Handlers['flows']['incoming'] {
  /** Of the flow as it is being edited: an address may be wanted before the first publish. */
  async function refuseOtherNode(id: string, owner: OwnerId, nodeId: string): Promise<void> {
    const parsed = parseDefinition({ nodes: (await flows.read(id, owner)).nodes })
    const nodes = parsed.ok ? parsed.definition.nodes : []
    if (nodes.some((node) => node.id === nodeId && node.type === 'trigger.webhook')) return
    throw refusal('NOT_FOUND', 'WEBHOOK_TRIGGER_UNKNOWN', {})
  }
  return {
    list: async ({ id }, { owner }) => addresses.list((await flows.read(id, owner)).id),
    async renew({ id, nodeId }, { owner }) {
      await refuseOtherNode(id, owner, nodeId)
      return addresses.renew(id, nodeId)
    },
    async calls({ id, nodeId }, { owner }) {
      const rows = await db.query(LIST_CALLS, [(await flows.read(id, owner)).id, nodeId])
      return rows.map(({ id: callId, receivedAt, ...row }) => ({
        id: String(callId),
        receivedAt: receivedAt.toISOString(),
        ...row,
      }))
    },
  }
}
