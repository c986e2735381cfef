import { api, toFailure } from '../../../app/api.ts'
import { fromKeptTest } from '../../model/simulate/flow-tests.ts'

const PREFIX = 'parley.tests.'

function readKept(key: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function writeKept(key: string, tests: readonly unknown[]): void {
  try {
    if (tests.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(tests))
  } catch {
    // Without storage there was nothing to move.
  }
}

/**
 * Gives the service the tests of a flow that this browser kept before there was a place for them. What it refuses for
 * good is dropped; what does not reach it stays for the next time. Two tabs do it one after the other.
 */
export async function moveKeptTests(flowId: string): Promise<void> {
  const key = PREFIX + flowId
  if (readKept(key).length === 0) return
  const move = async () => {
    for (let tests = readKept(key); tests.length > 0; tests = tests.slice(1)) {
      const document = fromKeptTest(tests[0])
      try {
        if (document) await api.flows.testCases.save({ id: flowId, case: document })
      } catch (error) {
        if (toFailure(error).code !== 'BAD_REQUEST') return
      }
      writeKept(key, tests.slice(1))
    }
  }
  // Browsers have no locks for pages without a secure address.
  if (navigator.locks) await navigator.locks.request(key, move)
  else await move()
}
