import { beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { insertClient } from '../../../../../test/support/fixtures.ts'
import { at, person } from '../../../../../test/support/network-events.ts'
import { EVENT_DATA } from '../../../../contract/events/event-data.ts'
import type { PictureNotice } from '../../../../network/port.ts'
import { applyPictureNotices } from './picture-notices.ts'

const database = useTestDatabase()
const OWN = at('490000@s.whatsapp.net')
const ANA = '491511111111@s.whatsapp.net'
const LID = '7001@lid'
/** Of the LID 7001, as the network's web client makes it. */
const HASH = 'Wsrl'

let clientId: string
let userId: string

beforeEach(async () => {
  clientId = await insertClient(database().pool, { address: OWN })
  const { rows } = await database().pool.query('select user_id from client where id = $1', [clientId])
  userId = rows[0].user_id
  await database().pool.query('insert into contact (client_id, id, phone, lid) values ($1, $2, $2, $3)', [
    clientId,
    ANA,
    LID,
  ])
})

const notice = (id: string, change: Partial<PictureNotice> = {}): PictureNotice => ({
  ...{ id: `picture/${id}`, who: person('491511111111', '7001'), hash: null, pictureId: '7' },
  isRemoved: false,
  ...change,
})

const client = () => ({ id: clientId, userId, address: OWN, lid: null })

const store = (...notices: PictureNotice[]) =>
  database().transaction((tx) =>
    applyPictureNotices(tx, client(), { pictureNotices: notices, groupNotices: [], profileNotices: [] }),
  )

async function readEvents() {
  const { rows } = await database().pool.query(
    `select name, chat, data from event_log where client_id = $1 and data ? 'picture' order by seq`,
    [clientId],
  )
  return rows
}

const told = (picture: string) => ({ name: 'contact.updated', chat: ANA, data: { jid: ANA, picture } })

it('a contact with another picture is told of once, however often the network says it', async () => {
  await store(notice('1'), notice('1'), notice('2', { isRemoved: true, pictureId: null }))
  await store(notice('1'))
  const events = await readEvents()
  expect(events).toEqual([told('changed'), told('removed')])
  for (const { data } of events) expect(EVENT_DATA['contact.updated'].parse(data)).toEqual(data)
})

it('who is named by a LID or by its hash is the same contact, and who is no contact is no news', async () => {
  await store(notice('1', { who: { phone: null, lid: at(LID) } }))
  await store(notice('2', { who: { phone: null, lid: null }, hash: HASH }))
  await store(notice('3', { who: person('491522222222', '7002') }))
  await store(notice('4', { who: { phone: null, lid: null }, hash: 'AAAA' }))
  expect(await readEvents()).toEqual([told('changed'), told('changed')])
})
