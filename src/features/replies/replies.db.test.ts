import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertUser } from '../../../test/support/fixtures.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { CallContext } from '../../contract/handlers.ts'
import { newId } from '../../platform/ids.ts'
import { Replies } from './index.ts'

const database = useTestDatabase()
let replies: Replies
let me: CallContext

beforeEach(async () => {
  replies = new Replies({ db: database(), newId })
  me = callContextOf(await insertUser(database().pool))
})

const HOURS = { title: 'Hours', shortcut: 'hours', text: 'We open at nine.', assetId: null }

async function insertAsset(owner: string): Promise<string> {
  const id = newId()
  const sha256 = createHash('sha256').update(id).digest()
  await database().pool.query(
    `insert into asset (id, user_id, mimetype, file_name, size_bytes, sha256) values ($1, $2, 'application/pdf', 'menu.pdf', 3, $3)`,
    [id, owner, sha256],
  )
  return id
}

const list = (ctx = me) => replies.handlers.list({}, ctx)

test('canned replies are listed by shortcut, changed and deleted, in one workspace', async () => {
  const other = callContextOf(await insertUser(database().pool))
  const hours = await replies.handlers.create(HOURS, me)
  await replies.handlers.create({ ...HOURS, title: 'Address', shortcut: 'address' }, me)
  expect((await list()).map(({ shortcut }) => shortcut)).toEqual(['address', 'hours'])
  expect(await list(other)).toEqual([])

  const changed = { ...HOURS, id: hours.id, text: 'We open at ten.' }
  expect(await readRefusal(replies.handlers.update(changed, other))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await replies.handlers.update(changed, me)).toMatchObject({ text: 'We open at ten.', file: null })

  expect(await readRefusal(replies.handlers.delete({ id: hours.id }, other))).toMatchObject({
    code: 'NOT_FOUND',
  })
  await replies.handlers.delete({ id: hours.id }, me)
  expect((await list()).map(({ shortcut }) => shortcut)).toEqual(['address'])
})

test('a shortcut is there once in a workspace, also when two ask for it at the same time', async () => {
  const both = [0, 1].map(() => readRefusal(replies.handlers.create(HOURS, me)).catch(() => null))
  const refused = (await Promise.all(both)).filter((refusal) => refusal !== null)
  expect(refused).toMatchObject([{ code: 'CONFLICT', data: { reason: 'SHORTCUT_TAKEN' } }])
  expect(await list()).toHaveLength(1)

  const address = await replies.handlers.create({ ...HOURS, shortcut: 'address' }, me)
  const renamed = replies.handlers.update({ ...HOURS, id: address.id }, me)
  expect(await readRefusal(renamed)).toMatchObject({ data: { reason: 'SHORTCUT_TAKEN' } })

  const other = callContextOf(await insertUser(database().pool))
  expect(await replies.handlers.create(HOURS, other)).toMatchObject({ shortcut: 'hours' })
})

test('a file of the workspace goes along, and nobody else’s', async () => {
  const other = callContextOf(await insertUser(database().pool))
  const foreign = await insertAsset(other.owner)
  const withForeign = replies.handlers.create({ ...HOURS, assetId: foreign }, me)
  expect(await readRefusal(withForeign)).toMatchObject({ code: 'NOT_FOUND' })
  const assetId = await insertAsset(me.owner)
  const made = await replies.handlers.create({ ...HOURS, assetId }, me)
  expect(made.file).toMatchObject({ assetId, mimetype: 'application/pdf', fileName: 'menu.pdf' })
  const moved = replies.handlers.update({ ...HOURS, id: made.id, assetId: foreign }, me)
  expect(await readRefusal(moved)).toMatchObject({ code: 'NOT_FOUND' })
  expect((await list())[0]?.file?.assetId).toBe(assetId)
})

test('there are 500 replies at most', async () => {
  await database().pool.query(
    `insert into canned_reply (id, user_id, title, shortcut, text)
     select gen_random_uuid(), $1, 'Title', 's' || n, 'Text' from generate_series(1, 500) n`,
    [me.owner],
  )
  expect(await readRefusal(replies.handlers.create(HOURS, me))).toMatchObject({
    data: { reason: 'TOO_MANY_REPLIES' },
  })
})
