import { expect, test } from 'vitest'
import { MAX_EVENTS_PER_RUN_DAY } from '../limits.ts'
import { parseCaseFlow } from '../simulate/case-format.ts'
import { Simulation } from '../simulate/simulate.ts'

const MINUTE = 60_000

/** Opens a menu that comes back after every answer, and answers it so often; how the run is then. */
function answerMenu(times: number, everyMs: number) {
  const simulation = new Simulation()
  const parsed = parseCaseFlow({
    nodes: [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['m', 'menu', { prompt: 'What?', options: [{ id: 'a', label: 'Hours' }] }],
      ['s', 'send.text', { text: '9 to 5' }],
    ],
    edges: ['t>m', 'm:opt:a>s', 's>m'],
  })
  if (!parsed.ok) throw new Error(parsed.message)
  simulation.publish('A', parsed.definition)
  const receive = (text: string, id: string) => {
    simulation.receive('u1', { type: 'message_received', message: { id, type: 'text', text } }, id)
    simulation.pump()
  }
  receive('go', 'go')
  for (let index = 1; index <= times; index++) {
    simulation.advanceTo(index * everyMs)
    receive('1', `a${index}`)
  }
  const [run] = simulation.runs
  return { state: run?.state, error: run?.error, shown: simulation.shown.length }
}

test('a menu that is used for weeks goes on after its five hundredth answer', () => {
  expect(answerMenu(1_200, 10 * MINUTE)).toEqual({ state: 'waiting_input', error: null, shown: 2_401 })
})

test('a run that has too many events in one day ends', () => {
  expect(answerMenu(MAX_EVENTS_PER_RUN_DAY, MINUTE)).toMatchObject({ state: 'failed', error: 'LOOP_LIMIT' })
})
