import { type Cell, createCell } from '../model/cell.ts'
import type { FlowTest } from '../model/flow-tests.ts'

const PREFIX = 'parley.tests.'

/** The tests of a flow, kept in this browser. */
export function createTestStore(flowId: string): Cell<readonly FlowTest[]> {
  const key = PREFIX + flowId
  const cell = createCell<readonly FlowTest[]>(read(key))
  return {
    ...cell,
    set(tests) {
      cell.set(tests)
      try {
        localStorage.setItem(key, JSON.stringify(tests))
      } catch {
        // Without storage they last until the page is left.
      }
    },
  }
}

function read(key: string): readonly FlowTest[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? (stored as FlowTest[]) : []
  } catch {
    return []
  }
}
