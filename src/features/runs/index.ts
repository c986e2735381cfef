export type {
  FlowInput,
  FlowInputPayload,
  Ingested,
  LaneClient,
  LaneRunner,
  LaneRunnerOptions,
  OutboxSettled,
  RunJobs,
  Runs,
  RunsDeps,
  RunTasks,
} from './types.ts'
