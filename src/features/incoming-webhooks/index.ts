import type { Handlers } from '../../contract/handlers.ts'
import type { FlowService } from '../flows/index.ts'
import type { WebhookAddresses } from './addresses.ts'
import { REMOVE_OLD_COUNTS } from './call-limits.ts'
import { type EntranceDeps, IncomingEntrance } from './entrance.ts'
import { createIncomingHandlers } from './handlers.ts'
import type { IncomingAnswer, IncomingRequest } from './incoming-request.ts'
import { REMOVE_OLD_CALLS } from './store.ts'

export { INCOMING_PATH, incomingTokenContext, WebhookAddresses } from './addresses.ts'
export type { OutsideStart } from './entrance.ts'
export type { IncomingAnswer, IncomingRequest } from './incoming-request.ts'
export { RunAddresses } from './run-addresses.ts'

export interface IncomingWebhooksDeps extends EntranceDeps {
  addresses: WebhookAddresses
  flows: Pick<FlowService, 'read'>
}

/** Calls of other systems that start flows. */
export interface IncomingWebhooks {
  readonly handlers: Handlers['flows']['incoming']
  /** Answers a request at an address below `INCOMING_PATH`; refusals are thrown. */
  handle(request: IncomingRequest): Promise<IncomingAnswer>
  /** Forgets calls of long ago. Safe to run at any time and anywhere. */
  cleanUp(): Promise<void>
}

export function createIncomingWebhooks({
  addresses,
  flows,
  ...deps
}: IncomingWebhooksDeps): IncomingWebhooks {
  const entrance = new IncomingEntrance(deps)
  return {
    handlers: createIncomingHandlers({ db: deps.db, addresses, flows }),
    handle: (request) => entrance.handle(request),
    async cleanUp() {
      await deps.db.query(REMOVE_OLD_CALLS)
      await deps.db.query(REMOVE_OLD_COUNTS)
    },
  }
}
