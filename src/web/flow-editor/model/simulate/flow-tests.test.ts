import { expect, it } from 'vitest'
import { fromKeptTest } from './flow-tests.ts'

it('a test that a browser held becomes a case of the flow under its present name', () => {
  const kept = {
    id: 'x',
    title: 'Starts',
    startAt: '2026-03-02T10:00:00.000Z',
    contactName: 'Ana',
    script: [{ start: { flow: 'draft', inputs: {} } }, { text: 'draft', expect: { out: ['Hi'] } }],
  }
  expect(fromKeptTest(kept)).toEqual({
    title: 'Starts',
    startAt: '2026-03-02T10:00:00.000Z',
    contacts: { u1: { name: 'Ana' } },
    script: [{ start: { flow: 'flow', inputs: {} } }, { text: 'draft', expect: { out: ['Hi'] } }],
  })
})

it.each([[null], ['text'], [{ title: 'x' }], [{ title: 'x', startAt: 'soon', script: [] }]])(
  'what is no test is passed over: %j',
  (value) => {
    expect(fromKeptTest(value)).toBeNull()
  },
)
