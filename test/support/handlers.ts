import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { PartialHandlers } from '../../src/contract/handlers.ts'
import type { Database } from '../../src/db/client.ts'
import {
  createClientHandlers,
  createClientService,
  createClientStore,
} from '../../src/features/clients/index.ts'
import { createFlows } from '../../src/features/flows/index.ts'
import { newId } from '../../src/platform/ids.ts'

/** The handlers of the features that work without a connection to any network, over one database. */
export function createHandlers(db: Database): PartialHandlers {
  const bus = createInProcessBus({ now: Date.now })
  const store = createClientStore(db.pool)
  const service = createClientService({ store, bus, newId, now: Date.now, checkNetwork: () => {} })
  const { qr, ...clients } = createClientHandlers({
    service,
    checkMainMenuFlow: async () => {},
    setContactFlag: async () => ({ cancelledRunIds: [] }),
  })
  const flows = createFlows({ db, bus, newId })
  return { ...clients, server: { qr }, flows: flows.handlers }
}
