import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { PNG } from '../../../../../test/support/made-files.ts'
import { ACCOUNT } from '../../../../../test/support/media-network.ts'
import {
  ANA,
  BEN,
  EVE,
  jidOf,
  reasonOf,
  type StatusWorld,
  shownTo,
  startStatusWorld,
} from '../../../../../test/support/status-world.ts'
import { STATUS_ADDRESS } from '../../../../core/addresses.ts'

const database = useTestDatabase()

let at: StatusWorld
let since: number

beforeAll(async () => {
  at = await startStatusWorld(database())
})
afterAll(() => at.files.close())
beforeEach(async () => {
  since = await at.mark()
})

const query = (text: string, values: unknown[]) => database().pool.query(text, values)

/** Posts by a contact for the account; answers its id once it is listed. */
async function receivedFrom(contact: StatusWorld['ana'], text: string): Promise<string> {
  const id = await contact.statuses.post(text, [ACCOUNT])
  await eventually('it is listed', async () => (await at.received()).find((each) => each.id === id))
  return id
}

describe('to whom a status goes', () => {
  it('is nobody who is blocked, also where they are no contact', async () => {
    await at.phone.setBlocked(EVE, true)
    await eventually('the blocklist', async () => {
      return (await query('select from blocked_person where client_id = $1', [at.clientId])).rowCount === 1
    })
    expect(await reasonOf(at.post({ text: 'for Eve', audience: [jidOf(EVE)] }))).toEqual([
      'UNPROCESSABLE_CONTENT',
      'STATUS_FOR_NOBODY',
    ])
    const id = await at.posted('for both', { audience: [jidOf(EVE), jidOf(ANA)] })
    expect(await at.own(id)).toMatchObject({ audience: { people: 1, leftOut: 0 } })
    await at.phone.setBlocked(EVE, false)
  })

  it('is kept of what takes one back that was posted at the phone, so that who cannot read it gets it again', async () => {
    const id = await at.phone.statuses.post('from the phone', [ANA, BEN])
    await eventually('it is listed', async () => at.own(id))
    const { res } = await at.status.delete({ clientId: at.clientId, id }, at.ctx)
    await eventually('it is gone', async () => !shownTo(at.ana, id) && !shownTo(at.ben, id))
    const read = (number: string) =>
      at.world.chat.readSentMessage(at.clientId, res?.key.id ?? '', jidOf(number))
    expect(await read(BEN)).not.toBeNull()
    expect(await read(EVE)).toBeNull()
    expect(await at.own(id)).toMatchObject({ state: 'deleted', audience: null })
  })
})

describe('what becomes of a status', () => {
  it('is told by whoever has it, where the network never said that it took it', async () => {
    const id = await at.posted('is it there?')
    await eventually('Ben has it', async () => (await at.own(id))?.delivered === 2)
    await query(
      `update message set status = 'ERROR', server_at = null, error = 'OUTCOME_UNKNOWN: ?', error_code = 'OUTCOME_UNKNOWN',
         error_params = '{"cause": "service_stopped"}' where client_id = $1 and id = $2`,
      [at.clientId, id],
    )
    expect(await at.own(id)).toMatchObject({ state: 'unknown' })
    since = await at.mark()
    await at.ana.statuses.see([id])
    await eventually('it is seen', async () => (await at.own(id))?.seen === 1)
    expect(await at.own(id)).toMatchObject({ state: 'posted', failure: null })
    expect((await at.told(since)).map(({ name }) => name)).toEqual(['status.posted', 'status.seen'])
  })

  it('is not taken back when nobody ever had it', async () => {
    at.world.sandbox.faults.set(ACCOUNT, { refuse: { code: 405, count: 1 } })
    const refused = await at.post({ text: 'refused' })
    const id = refused.res?.key.id ?? ''
    expect(await at.own(id)).toMatchObject({ state: 'failed' })
    expect(await reasonOf(at.status.delete({ clientId: at.clientId, id }, at.ctx))).toEqual([
      'CONFLICT',
      'STATUS_NOT_POSTED',
    ])
  })

  it('forgets an answer whose conversation is deleted here', async () => {
    const id = await at.posted('who answers?')
    const { to, content } = at.ana.statuses.answerTo(id, 'me')
    await at.ana.send(to, content)
    await eventually('the answer', async () => (await at.own(id))?.replies === 1)
    const target = jidOf(ANA)
    await at.world.chat.handlers.deleteChat({ clientId: at.clientId, target, deleteHere: true }, at.ctx)
    expect(await at.own(id)).toMatchObject({ replies: 0 })
    expect((await at.viewers(id)).flatMap(({ replies }) => replies)).toEqual([])
  })
})

describe('a status of a contact', () => {
  it('is seen once another device of the account showed it', async () => {
    const id = await receivedFrom(at.ana, 'look')
    const isSeen = async () => (await at.received()).find((each) => each.id === id)?.isSeen
    expect(await isSeen()).toBe(false)
    await eventually('the phone has it', async () => at.phone.statuses.shown.some((each) => each.id === id))
    await at.phone.statuses.see([id])
    await eventually('it is seen', isSeen)
  })

  it('is liked by the account alone, as far as anybody else is told', async () => {
    const id = await receivedFrom(at.ana, 'like me')
    const target = { chat: STATUS_ADDRESS, id, fromMe: false, participant: jidOf(ANA) }
    const by = { phone: jidOf(EVE), lid: null }
    const like = {
      kind: 'reaction' as const,
      target,
      by,
      fromMe: false,
      emoji: '👎',
      atSec: 1,
      journalId: null,
    }
    await at.world.store([like])
    const { rows } = await query('select reactions from message where client_id = $1 and id = $2', [
      at.clientId,
      id,
    ])
    expect(rows).toEqual([{ reactions: null }])
    expect((await at.told(since)).map(({ name }) => name)).toEqual(['status.received'])
  })

  it('leaves no file when it is taken back', async () => {
    const file = { kind: 'image' as const, bytes: PNG, mimetype: 'image/png' }
    const id = await at.ana.statuses.post({ file }, [ACCOUNT])
    await eventually('it is listed', async () => (await at.received()).find((each) => each.id === id))
    const asked = { clientId: at.clientId, jid: STATUS_ADDRESS, messageId: id }
    const { mediaId } = await at.world.chat.handlers.downloadMedia(asked, at.ctx)
    expect(await at.files.readFile(mediaId)).not.toBeNull()
    await at.ana.statuses.takeBack(id, [ACCOUNT])
    await eventually('it is gone', async () => !(await at.received()).some((each) => each.id === id))
    await at.files.media.cleanUp()
    expect(await at.files.readFile(mediaId)).toBeNull()
    expect((await reasonOf(at.world.chat.handlers.downloadMedia(asked, at.ctx)))[1]).toBe(
      'NO_FILE_IN_MESSAGE',
    )
  })
})

it('the feed is no chat that could be archived, cleared, deleted, starred in or asked for its history', async () => {
  const id = await receivedFrom(at.ben, 'no chat')
  const asked = { clientId: at.clientId, target: STATUS_ADDRESS }
  const { handlers } = at.world.chat
  const key = { remoteJid: STATUS_ADDRESS, id, fromMe: false }
  const refused = [
    handlers.markChat({ ...asked, archived: true }, at.ctx),
    handlers.clearChat({ ...asked, keepStarred: false, deleteHere: true }, at.ctx),
    handlers.deleteChat({ ...asked, deleteHere: true }, at.ctx),
    handlers.fetchHistory({ ...asked, count: 50 }, at.ctx),
    handlers.starMessage({ ...asked, key, starred: true }, at.ctx),
  ]
  for (const reason of await Promise.all(refused.map(reasonOf)))
    expect(reason).toEqual(['BAD_REQUEST', 'STATUS_IS_NO_CHAT'])
  expect((await at.received()).some((each) => each.id === id)).toBe(true)
})
