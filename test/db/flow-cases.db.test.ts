import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FlowCase, readCases } from '../../src/core/flow/case-format.ts'
import { SUPPORTED_NODE_TYPES } from '../../src/features/flows/supported-types.ts'
import { useTestDatabase } from '../support/database.ts'
import { runDurableCase } from '../support/durable-case.ts'

const FOLDER = path.join(import.meta.dirname, '../golden/flows')

function loadCases(): FlowCase[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readCases(readFileSync(path.join(FOLDER, name), 'utf8'), name))
    .flatMap(({ result }) => (result.ok ? [result.value] : []))
}

/** Steps the host has no operation for yet, and checks of what it does not keep. */
const BEYOND_HOST = ['http', 'code'] as const

function isPlayable({ script, flows, client }: FlowCase): boolean {
  const published = [flows, ...script.map((step) => step.publish ?? {})].flatMap((item) =>
    Object.values(item),
  )
  const types = published
    .flatMap((flow) => flow?.nodes ?? [])
    .map((node) => (Array.isArray(node) ? node[1] : node.type))
  return (
    client?.secrets === undefined &&
    types.every((type) => SUPPORTED_NODE_TYPES.has(type)) &&
    script.every(
      ({ expect: expected, ...step }) =>
        BEYOND_HOST.every((key) => step[key] === undefined) &&
        expected?.effects === undefined &&
        expected?.publishWarnings === undefined,
    )
  )
}

const database = useTestDatabase()

describe('the durable host shows what the simulated one shows', () => {
  for (const flowCase of loadCases().filter(isPlayable)) {
    test(`${flowCase.id} ${flowCase.title}`, async () => {
      const result = await runDurableCase(database(), flowCase)
      expect(result.failures).toEqual([])
    })
  }
})

/** The acceptance cases, crashes, interruptions and versions once more, with nothing done on the spot. */
const AGAIN = /^(T\d|C-|I-|W-|R-.*-dormant)/

describe('the lane runner alone shows the same', () => {
  for (const flowCase of loadCases().filter((item) => isPlayable(item) && AGAIN.test(item.id))) {
    test(`${flowCase.id} ${flowCase.title} (by the runner)`, async () => {
      const result = await runDurableCase(database(), flowCase, 'runner')
      expect(result.failures).toEqual([])
    })
  }
})
