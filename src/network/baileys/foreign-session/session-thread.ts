import { parentPort, workerData } from 'node:worker_threads'
import { readForeignSession } from './index.ts'

/** The thread of `read-apart.ts`: one file, and then it ends. */
export interface SessionTask {
  file: Uint8Array
  wanted: string | undefined
}

const { file, wanted } = workerData as SessionTask
parentPort?.postMessage(readForeignSession(file, wanted))
