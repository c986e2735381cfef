import { expect, test } from 'vitest'
import { toModelAnswer } from './answers/model-card.tsx'
import { toAnswer, toConversation } from './use-live-questions.ts'

const usage = { model: 'default', inputTokens: 40, outputTokens: 9, cost: null, durationMs: 800, attempts: 1 }

test('an answer of a model goes to the run with what it took, and is told to who looks on', () => {
  expect(toAnswer({ text: 'Until six.', usage, error: null })).toEqual([
    { text: 'Until six.', usage },
    { kind: 'asked', usage, error: null },
  ])
  expect(toAnswer({ route: 'hours', usage, error: null })[0]).toEqual({ route: 'hours', usage })
  expect(toAnswer({ object: { size: 'M' }, usage, error: null })[0]).toEqual({ object: { size: 'M' }, usage })
})

test('what the model was shown of documents goes to the run with its answer', () => {
  const sources = [{ documentId: 'd', title: 'Hours', url: null, heading: null, page: 2, row: null }]
  expect(toAnswer({ text: 'At 8 [1].', sources, usage, error: null })[0]).toEqual({
    text: 'At 8 [1].',
    sources,
    usage,
  })
})

test('a question without an answer takes the exit for errors', () => {
  const error = { code: 'LIMIT_DAY', message: 'The limit is reached.' }
  expect(toAnswer({ usage: null, error })).toEqual([
    { error: 'LIMIT_DAY' },
    { kind: 'asked', usage: null, error: 'LIMIT_DAY' },
  ])
})

test('a model is shown as much of the conversation as it would be of a real one', () => {
  const lines = [
    { kind: 'contact', text: 'hi', type: 'text' },
    { kind: 'ignored', reason: 'no_match' },
    { kind: 'human', text: 'hello', type: 'text' },
    { kind: 'contact', text: 'bread?', type: 'text' },
  ] as const
  const said = { messageId: 'm2', type: 'text', text: 'bread?' }
  const all = [
    { fromMe: false, text: 'hi' },
    { fromMe: true, text: 'hello' },
    { fromMe: false, text: 'bread?' },
  ]
  expect(toConversation(lines, { historyTurns: 6, said })).toEqual(all)
  expect(toConversation(lines, { historyTurns: 1, said })).toEqual(all.slice(1))
  expect(toConversation(lines, { historyTurns: 0, said })).toEqual(all.slice(2))
  expect(toConversation(lines, { historyTurns: 0, said: null })).toEqual([])
})

test('an answer that a person makes up has the form that was asked for', () => {
  expect(toModelAnswer({ mode: 'reply' }, 'Yes.')).toEqual({ text: 'Yes.' })
  expect(toModelAnswer({ mode: 'classify', routes: [] }, 'order')).toEqual({ route: 'order' })
  expect(toModelAnswer({ mode: 'extract', schema: {} }, '{"size":"M"}')).toEqual({ object: { size: 'M' } })
})
