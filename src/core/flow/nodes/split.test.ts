import { expect, test } from 'vitest'
import { readCases } from '../index.ts'
import { playCase } from '../simulate/run-case.ts'

const RUNS = 30

/** Where the runs of one contact went, one after another. */
function playSplit(sticky: boolean) {
  const arms = [
    { id: 'a', weight: 1 },
    { id: 'b', weight: 1 },
  ]
  const flow = {
    nodes: [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['s', 'split', { arms, sticky }],
      ['x', 'send.text', { text: 'A' }],
      ['y', 'send.text', { text: 'B' }],
    ],
    edges: ['t>s', 's:arm:a>x', 's:arm:b>y'],
  }
  const script = Array.from({ length: RUNS }, () => ({ text: 'go' }))
  const source = { id: 'S', title: 'a split', flows: { A: flow }, script }
  const [read] = readCases(JSON.stringify(source), 'split')
  if (!read?.result.ok) throw new Error('the case cannot be read')
  const { transitions } = playCase(read.result.value).simulation
  return transitions.filter((move) => move.outcome === 'arm').map((move) => move.toNodeId)
}

test('a sticky split sends a contact the same way in every run', () => {
  const ways = playSplit(true)
  expect(ways).toHaveLength(RUNS)
  expect(new Set(ways).size).toBe(1)
})

test('one that is not sticky decides anew with each run, and the same way when it is played again', () => {
  const ways = playSplit(false)
  expect(ways).toHaveLength(RUNS)
  expect(new Set(ways)).toEqual(new Set(['x', 'y']))
  expect(playSplit(false)).toEqual(ways)
})
