import type { OwnerId } from '../../../contract/handlers.ts'
import { refusal } from '../../../core/errors.ts'
import type { Masked, RecordingMask } from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import { flowStore } from '../store.ts'
import type { CaseThreads } from './case-runner.ts'
import { type ReadShapes, type RecordedRuns, readRecording } from './read-recording.ts'
import type { TestCaseRow } from './test-store.ts'
import { saveCase } from './tests.ts'

export interface RecordedTest {
  row: TestCaseRow
  masked: Masked
  endsBefore: string | null
}

export interface RecorderDeps {
  db: Database
  threads: CaseThreads
  newId: () => string
  readShapes: ReadShapes
}

/** Makes tests of conversations that were had. */
export class RunRecorder {
  readonly #db: Database
  readonly #threads: CaseThreads
  readonly #newId: () => string
  readonly #readShapes: ReadShapes

  constructor({ db, threads, newId, readShapes }: RecorderDeps) {
    this.#db = db
    this.#threads = threads
    this.#newId = newId
    this.#readShapes = readShapes
  }

  /** Saves runs of the flow as one of its tests. Whose flow it is was checked. */
  async record(
    runs: RecordedRuns,
    { title, mask }: { title: string; mask: RecordingMask },
    owner: OwnerId,
  ): Promise<RecordedTest> {
    const { flowId } = runs
    const recording = await readRecording(this.#db, runs, owner, this.#readShapes)
    const recorded = await this.#threads.record(owner, { recording, title, mask })
    if (!recorded.ok) throw refusal('CONFLICT', 'RUN_NOT_REPEATABLE', recorded.problem)
    const { document, masked, endsBefore } = recorded
    const row = await this.#db.transaction(async (tx) => {
      await flowStore.lock(tx, flowId, owner)
      return saveCase(tx, flowId, { id: this.#newId(), isNew: true, document })
    })
    return { row, masked, endsBefore }
  }
}
