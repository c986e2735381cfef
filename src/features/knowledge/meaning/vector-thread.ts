import { parentPort } from 'node:worker_threads'
import { type Hit, Matrix } from './matrix.ts'
import type { VectorTask } from './vector-messages.ts'

/** The thread of `vector-index.ts`: a search looks at each number of an account's vectors, which would hold up everything else. */
const matrices = new Map<string, Matrix>()

function work(task: VectorTask): Hit[] {
  const { account } = task
  switch (task.kind) {
    case 'open':
      matrices.set(account, new Matrix(task.dimensions))
      return []
    case 'add':
      matrices.get(account)?.add(task.part)
      return []
    case 'retain':
      matrices.get(account)?.retain(new Set(task.ids))
      return []
    case 'close':
      matrices.delete(account)
      return []
    case 'find':
      return matrices.get(account)?.find(task.query, task.documents, task.most) ?? []
  }
}

parentPort?.on('message', ({ number, task }: { number: number; task: VectorTask }) => {
  parentPort?.postMessage({ number, hits: work(task) })
})
