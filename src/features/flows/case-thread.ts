import { parentPort, workerData } from 'node:worker_threads'
import { type FlowCase, runCase } from '../../core/flow/index.ts'

/** Plays cases one after the other and tells of each when it is done. */
for (const flowCase of workerData as FlowCase[]) {
  const { ok, failures } = runCase(flowCase)
  parentPort?.postMessage({ ok, failures })
}
