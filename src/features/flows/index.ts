import { type AddressPolicy, PUBLIC_ADDRESSES } from '../../core/address-policy.ts'
import { createFlowCatalog, type FlowCatalog, type parseVersion } from './catalog.ts'
import { createFlowHandlers, type TriedCalls } from './handlers.ts'
import { FlowService, type FlowServiceDeps } from './service.ts'
import { CaseThreads } from './tests/case-runner.ts'
import { RunRecorder } from './tests/recorder.ts'

export { type CatalogSnapshot, type FlowCatalog, parseVersion } from './catalog.ts'
export { createDefinitions } from './imports/definitions.ts'
export { nextTick, type ScheduleRow, scheduleStore, wakeScheduleAt } from './schedules.ts'
export { allowSecretUse, createSecretUse, refuseSecretUse } from './secret-use.ts'
export type { FlowService } from './service.ts'
export type { PhoneTests } from './tests/phone-tests.ts'

/** The flows of the interface, without their states (those are in `runs`). */
export interface Flows {
  handlers: ReturnType<typeof createFlowHandlers>
  service: FlowService
  catalog: FlowCatalog
}

export interface FlowsDeps extends Omit<FlowServiceDeps, 'addresses' | 'catalog' | 'runCases'> {
  /** Those that flows may call. Default: public ones alone. */
  addresses?: AddressPolicy
  /** For trying calls of drafts out; without it they are refused. */
  calls?: TriedCalls
  /** Reads a stored version. Default: anew, once per version. */
  parse?: typeof parseVersion
}

/** Publishes `flow.changed` {flowId, clientId, userId} after every change has committed. */
export function createFlows({ calls, addresses = PUBLIC_ADDRESSES, parse, ...deps }: FlowsDeps): Flows {
  const catalog = createFlowCatalog(parse)
  const threads = new CaseThreads(addresses)
  const service = new FlowService({ ...deps, addresses, catalog, runCases: threads.play })
  const recorder = new RunRecorder({
    db: deps.db,
    newId: deps.newId,
    threads,
    readShapes: deps.listContactFields ?? (async () => new Map()),
  })
  return { handlers: createFlowHandlers(service, recorder, calls), service, catalog }
}
