import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FlowCase } from '../../src/core/flow/simulate/case-format.ts'
import { readCases } from '../../src/core/flow/simulate/read-cases.ts'
import { useTestDatabase } from '../support/database.ts'
import { runDurableCase } from '../support/durable-case.ts'

const FOLDER = path.join(import.meta.dirname, '../golden/flows')

function loadCases(): FlowCase[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readCases(readFileSync(path.join(FOLDER, name), 'utf8'), name))
    .flatMap(({ result }) => (result.ok ? [result.value] : []))
}

const database = useTestDatabase()

describe('the durable host shows what the simulated one shows', () => {
  for (const flowCase of loadCases()) {
    test(`${flowCase.id} ${flowCase.title}`, async () => {
      const result = await runDurableCase(database(), flowCase)
      expect(result.failures).toEqual([])
    })
  }
})

/** The acceptance cases, crashes, interruptions, effects and versions once more, with nothing done inline. */
const AGAIN = /^(T\d|C-|I-|W-|HT-|CO-|R-.*-dormant|RL-.*-waiting_effect)/

describe('the conversation runner alone shows the same', () => {
  for (const flowCase of loadCases().filter((item) => AGAIN.test(item.id))) {
    test(`${flowCase.id} ${flowCase.title} (by the runner)`, async () => {
      const result = await runDurableCase(database(), flowCase, 'runner')
      expect(result.failures).toEqual([])
    })
  }
})
