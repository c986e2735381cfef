export { createRuns } from './runs.ts'
export type {
  FlowInput,
  FlowInputPayload,
  Ingested,
  LaneClient,
  LaneRunner,
  LaneRunnerOptions,
  OutboxSettled,
  Runs,
  RunsDeps,
  RunTasks,
} from './types.ts'
