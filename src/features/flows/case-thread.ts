import { parentPort, workerData } from 'node:worker_threads'
import { type FlowCase, runCase } from '../../core/flow/index.ts'
import { createCaseScripts } from '../../platform/case-scripts.ts'

const runScript = await createCaseScripts()

/** Plays cases one after the other and tells of each when it is done. */
for (const flowCase of workerData as FlowCase[]) {
  const { ok, failures } = runCase(flowCase, runScript)
  parentPort?.postMessage({ ok, failures })
}
