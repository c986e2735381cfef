import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { noteSubjects } from '../../contacts/index.ts'

const database = useTestDatabase()
const GROUP = '120363000000000001@g.us'
const ANA = '351910000001@s.whatsapp.net'
const BIA = '351910000002@s.whatsapp.net'

let world: FlowWorld
let host: DurableProcess
let flowId: string

beforeEach(async () => {
  world = await createFlowWorld(database())
  host = await world.start()
  const options = [
    { id: 'yes', label: 'Yes' },
    { id: 'no', label: 'No' },
  ]
  flowId = await publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['hello'] }],
      ['m', 'menu', { prompt: 'Sure?', options }],
    ],
    [['t', 'out', 'm']],
    { fallbackBehavior: 'repeat' },
  )
})
afterEach(() => world.close())

let said = 0
async function say(jid: string, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    said += 1
    await host.deliver([textInput(world.clientId, jid, text, `said-${said}`)])
    await host.settle()
  }
}
const list = async (days = 30) =>
  (await host.flows.service.missed.list(flowId, new Set(['t', 'm']), days)).groups
const short = async () =>
  (await list()).map(({ place, nodeId, texts, count, contacts }) => [place, nodeId, texts, count, contacts])

test('what no question and no keyword took is counted by place, near texts together, and what was understood is not there', async () => {
  await say(ANA, 'anybody there?', 'hello', 'talk to a person', 'yes')
  await say(BIA, 'Anybody thre', 'hello', 'Talk to a PERSON!', 'talk to a persn', 'no')
  expect(await short()).toEqual([
    ['question', 'm', ['talk to a person', 'talk to a persn'], 3, 2],
    ['trigger', null, ['anybody there', 'anybody thre'], 2, 2],
  ])
  const [question] = await list()
  expect(question?.examples[0]).toMatchObject({ text: 'talk to a persn', contactJid: BIA })
  expect(question?.examples.every(({ flowStateId }) => flowStateId !== null)).toBe(true)
})

test('what was dismissed at one place stays off the list there, also when it is written again', async () => {
  await say(ANA, 'person', 'hello', 'person')
  await host.flows.service.missed.dismiss(flowId, 'm', ['Person'])
  expect(await short()).toEqual([['trigger', null, ['person'], 1, 1]])
  await say(ANA, 'person', 'yes')
  expect(await short()).toEqual([['trigger', null, ['person'], 1, 1]])
  await host.flows.service.missed.dismiss(flowId, null, ['person'])
  expect(await short()).toEqual([])
})

test('a text of a group is told with what the group is called', async () => {
  await say(ANA, 'anybody there?', 'hello', 'what?')
  await noteSubjects(database(), world.clientId, [{ jid: GROUP, subject: 'Bakers', toldSec: 1 }])
  await database().pool.query('update inbound_event set contact_jid = $1', [GROUP])
  const names = (await list()).map(({ examples }) => examples[0]?.contactName)
  expect(names).toEqual(['Bakers', 'Bakers'])
})

test('texts of a question that is no longer drawn and of a time before are left out', async () => {
  await say(ANA, 'hello', 'what?')
  const { missed } = host.flows.service
  expect((await missed.list(flowId, new Set(['t']), 30)).groups).toEqual([])
  await database().pool.query(`update flow_state set created_at = now() - interval '8 days'`)
  expect(await list(7)).toEqual([])
  expect(await list(9)).toHaveLength(1)
})
