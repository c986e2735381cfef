import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FlowDefinition, parseExchange, readCases, validateFlow } from '../../src/core/flow/index.ts'
import { playCase } from '../../src/core/flow/simulate/run-case.ts'
import { describeCaseFailure, describeIssue } from '../../src/words/english.ts'

const FOLDER = path.join(import.meta.dirname, '../../examples/flows')
/** Flows of a few nodes, with fewer cases. */
const SHORT = /^(stop-word|appointment-booking)\b/

interface Example {
  bundle?: object[]
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
const readText = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8')

function readDefinitions(file: string): FlowDefinition[] {
  const document = JSON.parse(readText(file)) as Example
  return [document, ...(document.bundle ?? [])].map((flow) => {
    const read = parseExchange({ version: 1, ...flow })
    if (!read.ok) throw new Error(`${file}: ${read.message}`)
    return read.flow.definition
  })
}

describe('every example flow', () => {
  test.each(files)('%s can be published, without a warning', (file) => {
    const issues = readDefinitions(file).flatMap((definition) => {
      const { errors, warnings } = validateFlow(definition)
      return [...errors, ...warnings].map((issue) => `${issue.nodeId}: ${describeIssue(issue)}`)
    })
    expect(issues).toEqual([])
  })
})

describe('the cases of an example flow', () => {
  test.each(files)('%s: all pass, and each node is come to', (file) => {
    const found = readCases(readText(file), file)
    expect(found.length).toBeGreaterThan(SHORT.test(file) ? 0 : 3)
    const visited = new Set<string>()
    const failures = found.flatMap(({ where, result }) => {
      if (!result.ok) return [`${where}: ${result.message}`]
      const { result: played, simulation } = playCase(result.value)
      for (const { fromNodeId, toNodeId } of simulation.transitions)
        visited.add(fromNodeId).add(toNodeId ?? '')
      return played.failures.map((failure) => `${where}: ${describeCaseFailure(failure)}`)
    })
    expect(failures).toEqual([])
    const [main] = readDefinitions(file)
    expect(main?.nodes.filter(({ id }) => !visited.has(id)).map(({ id }) => id)).toEqual([])
  })
})
