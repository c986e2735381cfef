import { afterEach, beforeEach, expect, test } from 'vitest'
import { callContextOf } from '../../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { meetInDeadlock } from '../../../../test/support/deadlock.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishGreeting } from '../../../../test/support/flow-world.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'
let world: FlowWorld
let host: DurableProcess

beforeEach(async () => {
  world = await createFlowWorld(database())
  host = await world.start()
})
afterEach(() => world.close())

test('blacklisting is tried again where it and whoever sends a message of the run wait for each other', async () => {
  await publishGreeting(host, world)
  await host.deliver([textInput(world.clientId, ANA, 'hello')])
  await host.settle()
  const { states } = await host.runs.handlers.list({ limit: 50 }, callContextOf(world.userId))
  const id = states[0]!.id
  const blocked = meetInDeadlock(
    database(),
    {
      first: ['select from outbox where flow_state_id = $1 for update', [id]],
      between: 'lock table flow_state_event in share mode',
      last: ['select from flow_state where id = $1 for key share', [id]],
    },
    () => host.runs.setContactFlag(world.clientId, ANA, 'blacklist', true),
  )
  expect(await blocked).toEqual({ cancelledRunIds: [id] })
})
