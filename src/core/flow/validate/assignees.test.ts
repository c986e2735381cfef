import { describe, expect, test } from 'vitest'
import { parseDefinition } from '../definition.ts'
import { validateFlow } from './validate.ts'

const SALES = '5c6e7082-b3c4-40f7-a129-9eafb0c1d2e3'

function handsOver(data: object) {
  const position = { x: 0, y: 0 }
  const parsed = parseDefinition({
    nodes: [
      { id: 't', type: 'trigger.keyword', data: { values: ['go'] }, position },
      { id: 's', type: 'handoff', data, position },
    ],
    edges: [{ id: 'e', source: 't', target: 's', sourceHandle: null }],
  })
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.definition
}

describe('who gets what is handed over', () => {
  const find = (data: object, departments: string[], people: string[]) =>
    validateFlow(handsOver(data), {
      assignees: { departments: new Set(departments), people: new Set(people) },
    }).errors.map(({ reason, path }) => [reason, path])

  test('is there', () => {
    expect(find({ departmentId: SALES }, [SALES], [])).toEqual([])
    expect(find({ departmentId: SALES }, [], [])).toEqual([['DEPARTMENT_GONE', 'departmentId']])
    expect(find({ personId: 'ben' }, [], ['ben'])).toEqual([])
    expect(find({ personId: 'ben' }, ['ben'], [])).toEqual([['PERSON_GONE', 'personId']])
    expect(find({}, [], [])).toEqual([])
  })
})
