import { expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { startCampaignHost } from '../../../test/support/campaign-host.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { readRefusal } from '../../../test/support/refusals.ts'

const database = useTestDatabase()

test('a campaign is of one workspace, and is not deleted while it is under way', async () => {
  const { url, pool } = database()
  const me = callContextOf(await insertUser(pool))
  const clientId = await insertClient(pool, { userId: me.owner })
  const host = await startCampaignHost({ url, clientId, wire: [], missing: new Set(), asked: [] })
  const { handlers } = host.campaigns
  const pace = { atOnce: 2, perMinute: 20 }
  const audience = { kind: 'list' as const, people: [{ phone: '351912000001', name: null, values: {} }] }
  const written = {
    clientId,
    name: 'Sale',
    text: 'Hi',
    assetId: null,
    flowId: null,
    audience,
    pace,
    startAt: null,
  }
  const { id } = await handlers.create(written, me)
  await handlers.start({ clientId, id }, me)

  const other = callContextOf(await insertUser(pool))
  expect(await readRefusal(handlers.get({ clientId, id }, other))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await readRefusal(handlers.cancel({ clientId, id }, other))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await handlers.list({}, other)).toEqual([])

  expect(await readRefusal(handlers.delete({ clientId, id }, me))).toMatchObject({ code: 'CONFLICT' })
  await handlers.cancel({ clientId, id }, me)
  const copy = await handlers.duplicate({ clientId, id, name: 'Again' }, me)
  expect(copy).toMatchObject({ state: 'draft', name: 'Again', pace, counts: { total: 0 } })
  await handlers.delete({ clientId, id }, me)
  expect((await handlers.list({ clientId }, me)).map(({ name }) => name)).toEqual(['Again'])
  await host.close()
})
