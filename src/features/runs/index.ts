export type { ChatAct, EffectPorts } from './effect-types.ts'
export type { Ingested, IngestOptions } from './ingest.ts'
export type { LaneClient, LaneRunner, LaneRunnerOptions } from './lane-runner.ts'
export { createRuns, type Runs, type RunsDeps, type RunTasks } from './runs.ts'
