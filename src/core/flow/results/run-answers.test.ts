import { describe, expect, test } from 'vitest'
import { parseCase, type Simulation } from '../index.ts'
import { playCase } from '../simulate/run-case.ts'
import { readRunAnswers } from './run-answers.ts'

/** Plays a script and reads the answers of its last run. */
function play(flows: object, script: object[]) {
  const parsed = parseCase({ id: 'x', title: 'x', flows, script })
  if (!parsed.ok) throw new Error(parsed.message)
  const { result, simulation } = playCase(parsed.value)
  expect(result.failures).toEqual([])
  return readLast(simulation)
}

function readLast({ runs, transitions }: Simulation) {
  const run = runs.at(-1)
  if (!run) throw new Error('nothing ran')
  const { answers, hasFailed } = readRunAnswers(
    transitions.filter(({ runId }) => runId === run.id),
    run.versionId,
  )
  return {
    run,
    hasFailed,
    answers: answers.map(({ kind, nodeId, isSub, variable, value }) => [
      kind,
      nodeId,
      isSub,
      variable,
      value,
    ]),
    versions: answers.map(({ versionId }) => versionId),
  }
}

const trigger = ['t', 'trigger.keyword', { values: ['go'] }]

describe('answers of a run', () => {
  test('are typed values of questions, and what other nodes saved', () => {
    const { answers, hasFailed } = play(
      {
        A: {
          nodes: [
            trigger,
            ['q', 'ask', { prompt: 'Age?', saveAs: 'age', validate: { type: 'integer' } }],
            ['x', 'set', { assign: [{ var: 'double', op: 'compute', formula: 'vars.age * 2' }] }],
            ['w', 'ask', { prompt: 'Anything else?' }],
            ['e', 'end', {}],
          ],
          edges: ['t>q', 'q:reply>x', 'x>w', 'w:reply>e'],
        },
      },
      [{ text: 'go' }, { text: '41' }, { text: 'no, thanks' }],
    )
    expect(answers).toEqual([
      ['question', 'q', false, 'age', 41],
      ['variable', 'x', false, 'double', 82],
      ['question', 'w', false, null, 'no, thanks'],
    ])
    expect(hasFailed).toBe(false)
  })

  test('tell of a question asked again each answer, and of the same answer again what was written', () => {
    const { answers } = play(
      {
        A: {
          nodes: [
            trigger,
            ['q', 'ask', { prompt: 'Colour?', saveAs: 'colour' }],
            [
              'm',
              'menu',
              {
                prompt: 'Again?',
                options: [
                  { id: 'y', label: 'Yes' },
                  { id: 'n', label: 'No' },
                ],
              },
            ],
            ['e', 'end', { result: 'failure' }],
          ],
          edges: ['t>q', 'q:reply>m', 'm:opt:y>q', 'm:opt:n>e'],
        },
      },
      [{ text: 'go' }, { text: 'red' }, { text: '1' }, { text: 'red' }, { text: '2' }],
    )
    expect(answers).toEqual([
      ['question', 'q', false, 'colour', 'red'],
      ['question', 'm', false, null, '1'],
      ['question', 'q', false, 'colour', 'red'],
      ['question', 'm', false, null, '2'],
    ])
  })

  test('of a flow that ends so failed, and a question that ends its flow is answered', () => {
    const ended = play(
      { A: { nodes: [trigger, ['q', 'ask', { prompt: 'Name?', saveAs: 'name' }]], edges: ['t>q'] } },
      [{ text: 'go' }, { text: 'Ana' }],
    )
    expect(ended.answers).toEqual([['question', 'q', false, 'name', 'Ana']])
    const failed = play(
      {
        A: {
          fallbackBehavior: 'end',
          nodes: [trigger, ['q', 'ask', { prompt: 'Age?', validate: { type: 'integer' }, maxAttempts: 1 }]],
          edges: ['t>q'],
        },
      },
      [{ text: 'go' }, { text: 'old' }],
    )
    expect(failed.run.state).toBe('completed')
    expect(failed.hasFailed).toBe(true)
    expect(failed.answers).toEqual([])
  })

  test('name the version that asked: that of the sub-flow where one did, even where its last question ends it', () => {
    const { answers, versions } = play(
      {
        A: {
          nodes: [
            trigger,
            ['c', 'subflow', { flowId: 'S', outputs: { day: 'd' } }],
            ['q', 'ask', { prompt: 'Guests?', saveAs: 'guests', validate: { type: 'integer' } }],
          ],
          edges: ['t>c', 'c:done>q'],
        },
        S: {
          nodes: [
            ['t', 'trigger.api', {}],
            ['q', 'ask', { prompt: 'Day?', saveAs: 'd' }],
            ['r', 'ask', { prompt: 'Hour?', saveAs: 'h', validate: { type: 'integer' } }],
          ],
          edges: ['t>q', 'q:reply>r'],
        },
      },
      [{ text: 'go' }, { text: 'Friday' }, { text: '20' }, { text: '4' }],
    )
    expect(answers).toEqual([
      ['question', 'q', true, 'd', 'Friday'],
      ['question', 'r', true, 'h', '20'],
      ['variable', 'c', false, 'day', 'Friday'],
      ['question', 'q', false, 'guests', 4],
    ])
    const [first, second, third, fourth] = versions
    expect(first).toBe(second)
    expect(third).toBe(fourth)
    expect(first).not.toBe(third)
  })
})
