import type { Handlers, OwnerId } from '../../../contract/handlers.ts'
import { missing } from '../../../core/errors.ts'
import { listInputs, listSteps, nameStep } from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import type { FlowCatalog } from '../../flows/index.ts'
import { type RunRow, readVersionId, runStore } from './run-pages.ts'

export interface StepListDeps {
  db: Database
  catalog: FlowCatalog
}

/** The published flows of a client with the steps at which each can begin. */
export function createStepList({ db, catalog }: StepListDeps): Handlers['flows']['steps'] {
  return async ({ clientId }) => {
    const snapshots = await catalog.loadActive(db, clientId)
    const numbers = await runStore.readVersionNumbers(
      db,
      snapshots.map(({ versionId }) => versionId),
    )
    return snapshots.map((snapshot) => ({
      ...{
        flowId: snapshot.flowId,
        name: snapshot.name,
        versionNumber: numbers.get(snapshot.versionId) ?? 0,
      },
      inputs: listInputs(snapshot).map(({ name, type, required }) => ({ name, type, required })),
      triggers: snapshot.triggers.flatMap(({ id }) => nameStep(snapshot, id) ?? []),
      steps: listSteps(snapshot),
    }))
  }
}

/** The steps of the version that a run is on. */
export function createRunSteps({ db, catalog }: StepListDeps): Handlers['flows']['states']['steps'] {
  const readRun = async (id: string, owner: OwnerId): Promise<RunRow> => {
    const run = await runStore.read(db, id, owner)
    if (!run) throw missing('flow state')
    return run
  }
  return async ({ id }, { owner }) => {
    const run = await readRun(id, owner)
    const versionId = readVersionId(run.context)
    const snapshot = versionId === null ? undefined : (await catalog.load(db, [versionId])).get(versionId)
    if (!snapshot) throw missing('flow state')
    const numbers = await runStore.readVersionNumbers(db, [snapshot.versionId])
    return {
      ...{ flowId: snapshot.flowId, flowName: snapshot.name, nodeId: run.currentNodeId },
      versionNumber: numbers.get(snapshot.versionId) ?? null,
      steps: listSteps(snapshot),
    }
  }
}
