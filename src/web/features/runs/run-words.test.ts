import { describe, expect, it } from 'vitest'
import type { EffectErrorCode, RunErrorCode } from '../../../core/flow/index.ts'
import { describeEvent } from '../../../words/run-story.ts'
import { runWords as english } from '../../i18n/run-words/en.ts'
import { runWords as portuguese } from '../../i18n/run-words/pt.ts'
import {
  createNodeNames,
  describeActions,
  describeComparisons,
  describeError,
  describeSearches,
  describeTools,
  describeUsage,
} from './run-words.ts'

it('nodes are called by their labels, else by their types, and told apart by their ids where they would be the same', () => {
  const nameNode = createNodeNames(
    [
      { id: 'n1', type: 'ask', data: { label: ' Which shop? ' } },
      { id: 'n2', type: 'send.text', data: {} },
      { id: 'n3', type: 'send.text', data: {} },
      { id: 'n4', type: 'end', data: {} },
    ],
    english,
  )
  expect(['n1', 'n2', 'n3', 'n4', 'gone'].map(nameNode)).toEqual([
    'Which shop?',
    'Send text (n2)',
    'Send text (n3)',
    'End',
    'gone',
  ])
  const summary = { code: 'RESUMED_AT', params: { nodeId: 'n1' } }
  const event = { eventType: 'api_resume', payloadSummary: null, summary }
  expect(describeEvent(event, { words: english, nameNode, renderSendError: () => '' })).toBe(
    'Resumed at Which shop?',
  )
})

describe('the words of a run', () => {
  it('say what failed in the language of the reader, and why', () => {
    expect(describeError('NODE_ERROR: "go" leads nowhere: TIMEOUT', portuguese)).toEqual({
      what: portuguese.runErrors.NODE_ERROR,
      why: '"go" leads nowhere: TIMEOUT',
    })
    expect(describeError('LOOP_LIMIT', english)).toEqual({ what: english.runErrors.LOOP_LIMIT, why: '' })
    expect(describeError('NEWER', english)).toEqual({ what: 'NEWER', why: '' })
  })

  it('render what a move did', () => {
    const actions = [{ k: 'send', type: 'image' }, { k: 'set', var: 'city' }, { k: 'arm' }]
    expect(describeActions(actions, portuguese)).toBe('envia Imagem, define city, arma um temporizador')
  })

  it('render what a condition compared, with the values', () => {
    const rows = [
      { k: 'set', var: 'city' },
      { k: 'compare', left: '17', op: 'gte', right: '18', holds: false },
      { k: 'compare', left: '', op: 'is_empty', right: '', holds: true },
    ]
    expect(describeComparisons(rows, english)).toEqual([
      '“17” is at least “18”: does not hold',
      'nothing is empty: holds',
    ])
    expect(describeComparisons(rows, portuguese)[0]).toContain('não vale')
    expect(describeActions(rows, english)).toBe('sets city')
  })

  it('render what a tool found in documents, piece by piece', () => {
    const piece = { number: 3, title: 'Hours', heading: 'Week', page: 2, row: null, text: 'We open at 8.' }
    const rows = [
      { k: 'tool_call', tool: 'look', input: '{"question":"When?"}' },
      { k: 'tool_found', tool: 'look', found: [piece], durationMs: 40 },
    ]
    expect(describeTools(rows, english)).toEqual([
      'look with {"question":"When?"}',
      'look found one piece after 0.0 s',
      '[3] Hours, Week, page 2: We open at 8.',
    ])
    expect(describeTools([{ k: 'tool_found', tool: 'look', found: [], durationMs: 40 }], portuguese)).toEqual(
      ['look encontrou 0 trechos após 0.0 s'],
    )
    expect(describeActions(rows, english)).toBe('')
  })

  it('render what an answer of a model took', () => {
    const took = { k: 'ai_usage', model: 'default', inputTokens: 40, outputTokens: null, durationMs: 1_450 }
    const rows = [
      { k: 'set', var: 'v' },
      { ...took, cost: null, attempts: 1 },
    ]
    expect(describeUsage(rows, english)).toEqual(['default: 40 tokens read, ? written, 1.4 s'])
    expect(describeUsage([{ ...took, cost: 0.002, attempts: 2 }], portuguese)).toEqual([
      'default: 40 tokens lidos, ? escritos, 1.4 s, custo 0.002, perguntado 2 vezes',
    ])
    expect(describeActions(rows, english)).toBe('sets v')
  })

  it('render what a search by meaning took, or why it was by words alone', () => {
    const searched = { k: 'search_usage', model: 'embedding', inputTokens: 6, cost: 0.1, durationMs: 140 }
    const rows = [
      { ...searched, problem: null },
      { ...searched, problem: 'TIMEOUT' },
    ]
    expect(describeSearches(rows, english)).toEqual([
      'embedding: 6 tokens read to search, 0.1 s, cost 0.1',
      'embedding: words alone were looked for, as it took too long',
    ])
    expect(describeActions(rows, english)).toBe('')
  })

  it('know every code that a call or a run can end with', () => {
    const calls = english.effectErrors satisfies Record<EffectErrorCode, string>
    const runs = english.runErrors satisfies Record<RunErrorCode, string>
    expect(Object.keys(calls)).toEqual(Object.keys(portuguese.effectErrors))
    expect(Object.keys(runs)).toEqual(Object.keys(portuguese.runErrors))
  })
})
