import { describe, expect, test } from 'vitest'
import { compareEvaluations, type ItemStatus } from './compare-evaluations.ts'
import { readEvaluationChecks } from './evaluation-checks.ts'
import { judgeCheck, type PlainCheck, type PlayedConversation } from './judge-checks.ts'

const PLAYED: PlayedConversation = {
  lines: [
    { from: 'contact', text: 'pão?', step: 1 },
    { from: 'flow', text: 'Às sete temos PÃO.', step: 1 },
    { from: 'contact', text: 'e bolo?', step: 2 },
    { from: 'flow', text: 'Não.', step: 2 },
    { from: 'person', text: 'Bolo amanhã.', step: 3 },
  ],
  exits: [{ node: 'a', exit: 'route:order' }],
  vars: { order: { items: [{ id: 7 }] } },
  state: 'completed',
  sources: ['Horários da padaria'],
}

const CASES: readonly (readonly [boolean, PlainCheck])[] = [
  [true, { kind: 'contains', text: 'pao' }],
  [false, { kind: 'contains', text: 'pao', from: 2 }],
  [false, { kind: 'contains', text: 'amanhã' }],
  [true, { kind: 'lacks', text: 'grátis' }],
  [false, { kind: 'lacks', text: 'sete' }],
  [true, { kind: 'matches', pattern: '^às \\w+' }],
  [false, { kind: 'matches', pattern: '^\\d' }],
  [true, { kind: 'length', least: 2, most: 20 }],
  [false, { kind: 'length', most: 10 }],
  [true, { kind: 'length', most: 10, from: 2 }],
  [true, { kind: 'route', node: 'a', exit: 'route:order' }],
  [false, { kind: 'route', node: 'b', exit: 'route:order' }],
  [true, { kind: 'field', var: 'order', path: 'items[0].id', equals: 7 }],
  [false, { kind: 'field', var: 'order', path: 'items[0].id', equals: '7' }],
  [false, { kind: 'field', var: 'gone', equals: 7 }],
  [true, { kind: 'source', title: 'horarios' }],
  [false, { kind: 'source', title: 'preços' }],
  [true, { kind: 'state', state: 'completed' }],
  [false, { kind: 'state', state: 'failed' }],
]

describe('a check of a conversation that was played', () => {
  test.each(CASES)('answers %s to %j', (ok, check) => {
    expect(judgeCheck(PLAYED, check)).toMatchObject({ kind: check.kind, ok })
  })

  test('is refused with the place where it cannot be read', () => {
    expect(readEvaluationChecks({})).toEqual({ ok: true, checks: [] })
    const read = (check: object) => readEvaluationChecks({ evaluation: { checks: [check] } })
    expect(read({ kind: 'contains', text: 'x' })).toMatchObject({ ok: true })
    for (const bad of [
      { kind: 'matches', pattern: '(?=a)' },
      { kind: 'judge', rubric: ' ' },
      { kind: 'no' },
    ]) {
      expect(read(bad)).toMatchObject({ ok: false, message: expect.stringContaining('evaluation.checks.0') })
    }
  })
})

test('of two evaluations what got worse stands first, by status and by score', () => {
  const item = (key: string, status: ItemStatus, score: number | null = null) => ({ key, status, score })
  const before = [
    item('a', 'passed'),
    item('b', 'failed'),
    item('c', 'passed', 9),
    item('d', 'passed'),
    item('e', 'passed'),
  ]
  const after = [
    item('a', 'failed'),
    item('b', 'passed'),
    item('c', 'passed', 7),
    item('d', 'skipped'),
    item('e', 'passed'),
    item('f', 'failed'),
  ]
  expect(compareEvaluations(before, after).map(({ key, change }) => [key, change])).toEqual([
    ['a', 'worse'],
    ['c', 'worse'],
    ['b', 'better'],
    ['f', 'new'],
    ['d', 'gone'],
    ['e', 'same'],
  ])
})
