export type { ChatAct, EffectPorts } from './effect-types.ts'
export { createRuns } from './runs.ts'
export type {
  FlowInput,
  FlowInputPayload,
  Ingested,
  IngestOptions,
  LaneClient,
  LaneRunner,
  LaneRunnerOptions,
  Runs,
  RunsDeps,
  RunTasks,
} from './types.ts'
