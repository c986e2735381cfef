import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { NODE_TYPES, readCases, runCase } from '../../../src/core/flow/index.ts'

const folder = new URL('.', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const found = files.flatMap((name) => readCases(readFileSync(new URL(name, folder), 'utf8'), name))
const documented = readCases(readFileSync(new URL('../../../docs/flows.md', folder), 'utf8'), 'docs/flows.md')
found.push(...documented)
const cases = found.flatMap(({ result }) => (result.ok ? [result.value] : []))

describe('golden flow cases', () => {
  test('every file holds readable cases', () => {
    const unreadable = found.flatMap(({ where, result }) =>
      result.ok ? [] : [`${where}: ${result.message}`],
    )
    expect(unreadable).toEqual([])
  })

  test('no two cases share an id', () => {
    const ids = cases.map((flowCase) => flowCase.id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test.each(cases.map((flowCase) => [flowCase.id, flowCase.title, flowCase] as const))(
    '%s %s',
    (_id, _title, flowCase) => {
      expect(runCase(flowCase).failures).toEqual([])
    },
  )

  test.each(NODE_TYPES.map((nodeType) => nodeType.type))('the node type %s has a case', (type) => {
    const used = cases.flatMap((flowCase) =>
      Object.values(flowCase.flows).flatMap((flow) =>
        flow.nodes.map((node) => (Array.isArray(node) ? node[1] : node.type)),
      ),
    )
    expect(used).toContain(type)
  })
})
