import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertUser } from '../../../test/support/fixtures.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { FlowDocument } from '../../contract/flows/exchange.ts'
import { type CallContext, toOwner } from '../../contract/handlers.ts'
import { newId } from '../../platform/ids.ts'
import { flowWords } from '../../words/english.ts'
import { createFlows, type Flows } from './index.ts'

const database = useTestDatabase()
let handlers: Flows['handlers']
let me: CallContext

beforeEach(async () => {
  const bus = createInProcessBus({ now: Date.now })
  handlers = createFlows({ db: database(), bus, newId, ...flowWords }).handlers
  const userId = await insertUser(database().pool)
  const principal = { userId, role: 'user', plan: 'pro', via: 'key' } as const
  me = { owner: toOwner(userId), principal, requestId: 'test', signal: new AbortController().signal }
})

const at = { x: 0, y: 0 }
const LANGUAGES = { main: 'en', others: ['pt-BR'] }
const nodesWith = (text: string) => [{ id: 'hi', type: 'send.text', position: at, data: { text } }]
const make = (settings: object) =>
  handlers.import(FlowDocument.parse({ version: 1, name: 'Hello', nodes: nodesWith('Hello'), settings }), me)
async function settingsOf(id: string) {
  const { rows } = await database().pool.query('select extras from flow where id = $1', [id])
  return rows[0].extras.settings
}
const refusedImport = (id: string, csv: string, expectedUpdatedAt?: string) =>
  readRefusal(handlers.languages.import({ id, csv, expectedUpdatedAt }, me))

test('texts go to a translator as CSV and come back into the draft, beside what else its settings hold', async () => {
  const { id } = await make({ timezone: 'Europe/Lisbon', ofALaterBuild: 7, languages: LANGUAGES })
  const given = await handlers.languages.export({ id }, me)
  expect(given).toMatchObject(LANGUAGES)
  expect(given.csv).toBe('Key,Place,Kind,en,pt-BR\r\nhi.text,send.text,text,Hello,\r\n')
  const csv = `${given.csv.replace('Hello,', 'Hello,Olá')}gone.text,,text,x,y\r\n`.replace(
    'pt-BR',
    'pt-BR,fr',
  )
  const told = await handlers.languages.import({ id, csv, expectedUpdatedAt: given.updatedAt }, me)
  expect(told).toMatchObject({
    ...{ changed: 1, unknownKeys: ['gone.text'], unknownColumns: ['fr'], staleKeys: [] },
  })
  expect(await settingsOf(id)).toMatchObject({
    ...{ timezone: 'Europe/Lisbon', ofALaterBuild: 7 },
    languages: { texts: { 'pt-BR': { 'hi.text': { text: 'Olá' } } } },
  })
  expect((await handlers.languages.export({ id }, me)).csv).toContain('Hello,Olá')
})

test('a draft that somebody changed meanwhile is not overwritten, and what the translator did not see is named', async () => {
  const { id } = await make({ languages: LANGUAGES })
  const given = await handlers.languages.export({ id }, me)
  await handlers.update({ id, nodes: nodesWith('Good morning') }, me)
  const csv = given.csv.replace('Hello,', 'Hello,Olá')
  expect((await refusedImport(id, csv, given.updatedAt)).data).toMatchObject({ reason: 'FLOW_CHANGED' })
  expect(await handlers.languages.import({ id, csv }, me)).toMatchObject({
    changed: 1,
    staleKeys: ['hi.text'],
  })
  const { warnings } = await handlers.validate({ id }, me)
  expect(warnings.map(({ code }) => code)).toContain('TRANSLATION_STALE')
})

test('what is no table, and a flow of one language, is refused', async () => {
  const { id } = await make({ languages: LANGUAGES })
  for (const csv of ['Name\r\nAna\r\n', '"open', '\r\n'])
    expect((await refusedImport(id, csv)).data).toMatchObject({ reason: 'NO_TRANSLATION_TABLE' })
  const { id: plain } = await make({})
  expect((await refusedImport(plain, 'Key\r\n')).data).toMatchObject({ reason: 'FLOW_WITHOUT_LANGUAGES' })
  const refused = await readRefusal(handlers.languages.export({ id: plain }, me))
  expect(refused.data).toMatchObject({ reason: 'FLOW_WITHOUT_LANGUAGES' })
})
