import { parentPort, workerData } from 'node:worker_threads'
import { createAddressPolicy } from '../../../core/address-policy.ts'
import { type FlowCase, runCase } from '../../../core/flow/index.ts'
import { createCaseScripts } from '../../../platform/scripts/case-scripts.ts'

/** What a thread is given: the cases, and what an operator listed of addresses. */
export interface CaseThreadData {
  cases: readonly FlowCase[]
  listed: readonly string[]
}

const { cases, listed } = workerData as CaseThreadData
const host = { runScript: await createCaseScripts(), addresses: createAddressPolicy(listed) }

/** From here on its time counts: what went before is the service's own, and slow on a busy machine. */
parentPort?.postMessage('ready')

/** Plays cases one after the other and tells of each when it is done. */
for (const flowCase of cases) {
  const { ok, failures } = runCase(flowCase, host)
  parentPort?.postMessage({ ok, failures })
}
