import { afterEach, beforeEach, expect, test } from 'vitest'
import { callContextOf } from '../../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'
let world: FlowWorld
let host: DurableProcess

beforeEach(async () => {
  world = await createFlowWorld(database())
  host = await world.start()
})
afterEach(() => world.close())

test('a run that failed says why as a code beside its sentence, one of before its sentence alone', async () => {
  await publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['sum'] }],
      ['s', 'set', { assign: [{ var: 'n', value: '{{ last.text }}', as: 'number' }] }],
    ],
    [['t', 'out', 's']],
  )
  await host.deliver([textInput(world.clientId, ANA, 'sum')])
  await host.settle()
  const me = callContextOf(world.userId)
  const list = async () => (await host.runs.handlers.list({ limit: 50 }, me)).states
  const [failed] = await list()
  const error = 'NODE_ERROR: set n: "sum" is not a number'
  expect(failed).toMatchObject({ state: 'failed', error })
  const story = () => host.runs.handlers.story({ id: failed!.id }, me)
  expect((await story()).failure).toEqual({
    code: 'NO_VALUE',
    params: { variable: 'n', problem: { code: 'NO_NUMBER', params: { shown: '"sum"' } } },
  })
  await database().pool.query('update flow_state set error_code = null, error_params = null')
  expect((await story()).failure).toBeNull()
  expect((await list())[0]).toMatchObject({ error })
})
