import { parentPort, workerData } from 'node:worker_threads'
import { createAddressPolicy } from '../../../core/address-policy.ts'
import {
  type FlowCase,
  type Recording,
  type RecordingMask,
  recordCase,
  runCase,
} from '../../../core/flow/index.ts'
import { createCaseScripts } from '../../../platform/scripts/case-scripts.ts'

/** A conversation that is to become a case. */
export interface RecordTask {
  recording: Recording
  title: string
  mask: RecordingMask
}

export type CaseThreadWork = { cases: readonly FlowCase[] } | { record: RecordTask }

/** What a thread is given: the cases, or what becomes one, and what an operator listed of addresses. */
export type CaseThreadData = CaseThreadWork & { listed: readonly string[] }

const work = workerData as CaseThreadData
const host = { runScript: await createCaseScripts(), addresses: createAddressPolicy(work.listed) }

/** From here on its time counts: what went before is the service's own, and slow on a busy machine. */
parentPort?.postMessage('ready')

if ('record' in work) {
  const { recording, ...options } = work.record
  parentPort?.postMessage(recordCase(recording, { ...options, host }))
} else {
  // One after the other, and each is told of when it is done.
  for (const flowCase of work.cases) {
    const { ok, failures } = runCase(flowCase, host)
    parentPort?.postMessage({ ok, failures })
  }
}
