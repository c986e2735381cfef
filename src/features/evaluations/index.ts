import type { JobTask } from '../../db/jobs/jobs.ts'
import type { Models } from '../models/index.ts'
import { createEvaluationHandlers, type EvaluationDeps } from './handlers.ts'
import { EVALUATION_TASK, EvaluationRunner, type RunnerDeps } from './runner.ts'

export interface EvaluationsDeps extends Omit<EvaluationDeps, 'models'>, Omit<RunnerDeps, 'models'> {
  models: Pick<Models, 'ask' | 'refuseUse'>
}

/** Evaluations of flows: the operations, and the job that works on them. */
export class Evaluations {
  readonly handlers: ReturnType<typeof createEvaluationHandlers>
  readonly tasks: Readonly<Record<typeof EVALUATION_TASK, JobTask>>

  constructor(deps: EvaluationsDeps) {
    this.handlers = createEvaluationHandlers(deps)
    this.tasks = { [EVALUATION_TASK]: new EvaluationRunner(deps).task }
  }
}
