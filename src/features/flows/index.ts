import { createCaseRunner } from './case-runner.ts'
import { createFlowCatalog, type FlowCatalog } from './catalog.ts'
import { createFlowHandlers } from './handlers.ts'
import { createFlowService, type FlowService, type FlowServiceDeps } from './service.ts'

export type { FlowCatalog } from './catalog.ts'
export { nextTick, type ScheduleRow, scheduleStore, wakeScheduleAt } from './schedules.ts'
export type { FlowService } from './service.ts'

/** The flows of the interface, without their states (those are in `runs`). */
export interface Flows {
  handlers: ReturnType<typeof createFlowHandlers>
  service: FlowService
  catalog: FlowCatalog
}

/** Publishes `flow.changed` {flowId, clientId, userId} after every change has committed. */
export function createFlows(deps: Omit<FlowServiceDeps, 'catalog' | 'runCases'>): Flows {
  const catalog = createFlowCatalog()
  const service = createFlowService({ ...deps, catalog, runCases: createCaseRunner() })
  return { handlers: createFlowHandlers(service), service, catalog }
}
