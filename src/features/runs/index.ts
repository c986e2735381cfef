export type { ChatAct, EffectPorts } from './effect-types.ts'
export { createRuns } from './runs.ts'
export type {
  Ingested,
  IngestOptions,
  LaneClient,
  LaneRunner,
  LaneRunnerOptions,
  Runs,
  RunsDeps,
  RunTasks,
} from './types.ts'
