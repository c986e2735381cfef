import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Contact } from '../../../../../sandbox/index.ts'
import { type ChatNetwork, eventually } from '../../../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { buildNoisyOgg, PNG } from '../../../../../test/support/made-files.ts'
import { ACCOUNT } from '../../../../../test/support/media-network.ts'
import { readRefusal } from '../../../../../test/support/refusals.ts'
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
import type { Handlers } from '../../../../contract/handlers.ts'
import type { Address } from '../../../../core/addresses.ts'

const database = useTestDatabase()

let at: StatusWorld
let world: ChatNetwork
let clientId: string
let status: Handlers['status']
let ana: Contact
let ben: Contact
let eve: Contact
let seen: number

beforeAll(async () => {
  at = await startStatusWorld(database())
  ;({ world, clientId, status, ana, ben, eve } = at)
})
afterAll(() => at.files.close())
beforeEach(async () => {
  seen = await at.mark()
})
afterEach(async () => at.phone.setStatusPrivacy('contacts'))

const told = () => at.told(seen)
const post: StatusWorld['post'] = (...args) => at.post(...args)
const posted: StatusWorld['posted'] = (...args) => at.posted(...args)
const own: StatusWorld['own'] = (id) => at.own(id)
const viewers: StatusWorld['viewers'] = (id) => at.viewers(id)
const received: StatusWorld['received'] = (query) => at.received(query)

describe('a status of the account', () => {
  it('goes to the address book and the own phone, once, and to nobody else', async () => {
    const answer = await post({ text: 'Today: soup', background: '#102030', font: 'bold' })
    expect(answer).toMatchObject({
      type: 'success',
      audience: { setting: 'contacts', people: 2, leftOut: 0 },
    })
    const id = answer.res?.key.id ?? ''
    await eventually('both have it', async () => shownTo(ana, id) && shownTo(ben, id))
    await eventually('the phone has it', async () =>
      world.sandbox.phone(ACCOUNT).statuses.shown.some((each) => each.id === id),
    )
    expect(shownTo(ana, id)).toMatchObject({ type: 'text', text: 'Today: soup', wireCount: 1 })
    expect(eve.statuses.shown).toEqual([])
    expect(world.sandbox.problems()).toEqual([])
    await eventually('the receipts', async () => (await own(id))?.delivered === 2)
    expect(await own(id)).toMatchObject({
      ...{ text: 'Today: soup', background: '#102030', font: 'bold', state: 'posted', origin: 'api' },
      ...{ isOver: false, seen: 0, liked: 0, replies: 0, audience: { setting: 'contacts', people: 2 } },
    })
    expect(await told()).toMatchObject([{ name: 'status.posted', id, fromMe: true, text: 'Today: soup' }])
  })

  it('tells who saw, liked and answered it, each once', async () => {
    const id = await posted('Who looks?')
    await ana.statuses.see([id])
    await ana.statuses.like(id, '💚')
    await ana.statuses.see([id])
    const { to, content } = ana.statuses.answerTo(id, 'me')
    const answerId = await ana.send(to, content)
    await eventually('all of it', async () => {
      const { replies, liked, delivered } = (await own(id)) ?? {}
      return replies === 1 && liked === 1 && delivered === 2
    })
    expect(await own(id)).toMatchObject({ seen: 1, liked: 1, replies: 1 })
    expect(await viewers(id)).toMatchObject([
      { jid: jidOf(ANA), name: 'Ana Lima', reaction: '💚', replies: [answerId] },
      { jid: jidOf(BEN), seenAt: null, reaction: null, replies: [] },
    ])
    await ana.statuses.like(id, '')
    await eventually('the like is gone', async () => (await own(id))?.liked === 0)
    const events = (await told()).filter(({ id: of }) => of === id)
    expect(events.map(({ name, by, reaction }) => [name, by, reaction])).toEqual([
      ['status.posted', undefined, undefined],
      ['status.seen', jidOf(ANA), undefined],
      ['status.reaction', jidOf(ANA), '💚'],
      ['status.reaction', jidOf(ANA), ''],
    ])
    // The answer is a message like any other, and says what it answers.
    const { messages } = await world.chat.handlers.listMessages(
      { clientId, jid: jidOf(ANA), limit: 5, direction: 'before' },
      world.ctx,
    )
    expect(messages[0]).toMatchObject({
      message: { text: 'me' },
      quotedId: id,
      quoted: { id, text: 'Who looks?', isStatus: true },
    })
    const flowEvent = world.events.at(-1)
    expect(flowEvent).toMatchObject({ contactJid: jidOf(ANA), event: { type: 'message_received' } })
    expect(world.events.filter(({ contactJid }) => contactJid === 'status@broadcast')).toEqual([])
  })

  it('is a picture or a recording as well as a text', async () => {
    const picture = await post({
      image: { base64: PNG.toString('base64'), mimetype: 'image/png' },
      caption: 'the menu',
    })
    const voice = await post({
      voice: { base64: buildNoisyOgg().toString('base64'), mimetype: 'audio/ogg' },
      background: '#aa0000',
    })
    const ids = [picture, voice].map(({ res }) => res?.key.id ?? '')
    await eventually('both came', async () => ids.every((id) => shownTo(ana, id)))
    expect(await shownTo(ana, ids[0] ?? '')?.media?.bytes()).toEqual(PNG)
    expect(shownTo(ana, ids[1] ?? '')).toMatchObject({ type: 'ptt' })
    expect(await own(ids[0] ?? '')).toMatchObject({ type: 'image', text: 'the menu' })
    expect(await own(ids[1] ?? '')).toMatchObject({ type: 'audio', background: '#aa0000', font: null })
  })

  it('goes to whom the privacy of the account names, or the call', async () => {
    const phone = world.sandbox.phone(ACCOUNT)
    await phone.setStatusPrivacy('blacklist', [BEN])
    expect(await status.previewAudience({ clientId }, world.ctx)).toEqual({
      ...{ setting: 'denylist', people: 1, leftOut: 0 },
    })
    const withoutBen = await posted('not for Ben')
    await phone.setStatusPrivacy('whitelist', [ANA, EVE])
    const onlyNamed = await posted('for Ana and Eve')
    await phone.setStatusPrivacy('contacts')
    const chosen = await posted('for Ana alone', { audience: [jidOf(ANA)] })
    await eventually('Eve has hers', async () => shownTo(eve, onlyNamed))
    await ben.sendText(ACCOUNT, 'what came before this is here')
    expect([withoutBen, onlyNamed, chosen].map((id) => shownTo(ben, id))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([withoutBen, chosen].map((id) => shownTo(eve, id))).toEqual([undefined, undefined])
    expect(await own(chosen)).toMatchObject({ audience: { setting: 'allowlist', people: 1 } })
    expect(world.sandbox.problems()).toEqual([])
  })

  it('makes a new key once somebody is not in the audience any more', async () => {
    await posted('for both')
    await posted('for Ana', { audience: [jidOf(ANA)] })
    const held = ben.statuses.shown.map(({ text }) => text)
    expect(held).not.toContain('for Ana')
    const after = await post({ text: 'for both again' })
    const id = after.res?.key.id ?? ''
    await eventually('both have it', async () => shownTo(ana, id) && shownTo(ben, id))
    expect([ana, ben].flatMap(({ errors }) => errors)).toEqual([])
  })

  it('is taken back from those who got it, and only once', async () => {
    const id = await posted('oops', { audience: [jidOf(ANA)] })
    expect(await status.delete({ clientId, id }, world.ctx)).toMatchObject({ type: 'success' })
    await eventually('Ana sees it no more', async () => !shownTo(ana, id))
    expect(await own(id)).toMatchObject({ state: 'deleted', isOver: true, text: null })
    expect((await told()).at(-1)).toEqual({ name: 'status.deleted', id, fromMe: true, participant: null })
    expect(await reasonOf(status.delete({ clientId, id }, world.ctx))).toEqual([
      'NOT_FOUND',
      'STATUS_NOT_FOUND',
    ])
    expect(world.sandbox.problems()).toEqual([])
  })

  it('reaches a device that lost its keys, when that asks for it again', async () => {
    await posted('with keys')
    await ana.forgetSessions()
    const id = await posted('without keys')
    expect(shownTo(ana, id)).toMatchObject({ text: 'without keys' })
    const { recoveredAt } = ana.errors.findLast((error) => error.id === id) ?? {}
    expect(recoveredAt).toBeDefined()
    // Whoever it was not for gets nothing, however they ask.
    const bytes = await world.chat.readSentMessage(clientId, id, jidOf(EVE))
    expect(bytes).toBeNull()
    expect(await world.chat.readSentMessage(clientId, id, jidOf(ANA))).not.toBeNull()
  })

  it('is posted once for an idempotency key, to the same people', async () => {
    const ctx = { ...world.ctx, idempotencyKey: 'menu-of-today' }
    const first = await status.post({ clientId, text: 'once' }, ctx)
    await world.sandbox.phone(ACCOUNT).setStatusPrivacy('whitelist', [EVE])
    const again = await status.post({ clientId, text: 'once' }, ctx)
    expect(again).toEqual(first)
    const after = await post({ text: 'after it', audience: [jidOf(ANA)] })
    await eventually('what came after', async () => shownTo(ana, after.res?.key.id ?? ''))
    expect(ana.statuses.shown.filter(({ text }) => text === 'once')).toHaveLength(1)
  })

  it('posted at the phone is there too', async () => {
    const id = await world.sandbox.phone(ACCOUNT).statuses.post('from the phone', [ANA])
    await eventually('Ana has it', async () => shownTo(ana, id))
    await eventually('it is listed', async () => own(id))
    expect(await own(id)).toMatchObject({ origin: 'phone', state: 'posted', audience: null })
    await ana.statuses.see([id])
    await eventually('who saw it', async () => (await own(id))?.seen === 1)
    expect(await told()).toMatchObject([
      { name: 'status.posted', id },
      { name: 'status.seen', id },
    ])
  })
})

describe('a status that cannot be posted', () => {
  it('is told apart: for nobody, refused', async () => {
    await world.sandbox.phone(ACCOUNT).setStatusPrivacy('whitelist', [])
    expect(await reasonOf(post({ text: 'for nobody' }))).toEqual([
      'UNPROCESSABLE_CONTENT',
      'STATUS_FOR_NOBODY',
    ])
    await world.sandbox.phone(ACCOUNT).setStatusPrivacy('contacts')
    world.sandbox.faults.set(ACCOUNT, { refuse: { code: 405, count: 1 } })
    const refused = await post({ text: 'refused' })
    expect(refused).toMatchObject({ type: 'error' })
    expect(await own(refused.res?.key.id ?? '')).toMatchObject({ state: 'failed', delivered: 0 })
    expect((await told()).map(({ name }) => name)).toEqual(['status.failed'])
    expect(ana.statuses.shown.map(({ text }) => text)).not.toContain('refused')
  })

  it('that the privacy cannot be asked for leaves nothing', async () => {
    const stop = world.sandbox.intercept((stanza) =>
      stanza.attrs.xmlns === 'status'
        ? {
            tag: 'iq',
            attrs: { id: stanza.attrs.id ?? '', type: 'error', from: '@s.whatsapp.net' },
            content: [{ tag: 'error', attrs: { code: '503', text: 'unavailable' } }],
          }
        : undefined,
    )
    const { data } = await readRefusal(post({ text: 'unheard' }))
    stop()
    expect(data).toMatchObject({ reason: 'ACCOUNT_REFUSED', networkCode: 503 })
    expect(ana.statuses.shown.map(({ text }) => text)).not.toContain('unheard')
  })
})

describe('a status of a contact', () => {
  it('is told of, and makes no conversation, no contact and nothing for flows', async () => {
    const eventsBefore = world.events.length
    const id = await eve.statuses.post('on holiday', [ACCOUNT])
    await eventually('it is listed', async () => (await received()).find((each) => each.id === id))
    const shown = (await received()).find((each) => each.id === id)
    expect(shown).toMatchObject({ name: 'Eve', text: 'on holiday', hasFile: false, isSeen: false })
    expect(await told()).toMatchObject([{ name: 'status.received', id, fromMe: false, text: 'on holiday' }])
    expect(world.events).toHaveLength(eventsBefore)
    const { rows } = await database().pool.query(
      `select (select count(*)::int from contact where client_id = $1 and (id = $2 or lid = $3)) as contacts,
         (select count(*)::int from conversation where client_id = $1 and chat = 'status@broadcast') as conversations`,
      [clientId, jidOf(EVE), `${eve.lid}@lid`],
    )
    expect(rows).toEqual([{ contacts: 0, conversations: 0 }])
    const waiting = () => world.sandbox.phone(ACCOUNT).devices[0]?.waiting
    await eventually('it is acknowledged', async () => waiting() === 0)
  })

  it('is seen, liked and told to its writer', async () => {
    const id = await ana.statuses.post('look at me', [ACCOUNT])
    await eventually('it is listed', async () => (await received()).find((each) => each.id === id))
    expect(await status.markSeen({ clientId, ids: [id] }, world.ctx)).toMatchObject({ type: 'success' })
    await eventually('Ana is told', async () =>
      ana.receipts.some((receipt) => receipt.id === id && receipt.type === 'read'),
    )
    expect(await status.react({ clientId, id, reaction: '🔥' }, world.ctx)).toMatchObject({ type: 'success' })
    await eventually('the like', async () => ana.statuses.likes.some(({ text }) => text === '🔥'))
    expect(ana.statuses.likes.at(-1)).toMatchObject({ targetId: id })
    expect(ben.statuses.likes).toEqual([])
    expect((await received()).find((each) => each.id === id)).toMatchObject({ isSeen: true, reaction: '🔥' })
    expect(world.sandbox.problems()).toEqual([])
  })

  it('has a file that is fetched when somebody asks for it', async () => {
    const id = await ana.statuses.post({ file: { kind: 'image', bytes: PNG, mimetype: 'image/png' } }, [
      ACCOUNT,
    ])
    await eventually('it is listed', async () => (await received()).find((each) => each.id === id)?.hasFile)
    const fetched = () =>
      database().pool.query('select from media f join message m on m.seq = f.message_seq where m.id = $1', [
        id,
      ])
    expect((await fetched()).rowCount).toBe(0)
    const file = await world.chat.handlers.downloadMedia(
      { clientId, jid: 'status@broadcast' as Address, messageId: id },
      world.ctx,
    )
    expect(file).toMatchObject({ kind: 'image', sizeBytes: PNG.length })
  })

  it('goes when its writer takes it back, whom nobody else can stand for', async () => {
    const id = await ana.statuses.post('gone soon', [ACCOUNT])
    await eventually('it is listed', async () => (await received()).find((each) => each.id === id))
    await eve.statuses.takeBack(id, [ACCOUNT])
    await eve.statuses.post('after the attempt', [ACCOUNT])
    await eventually('what came after', async () =>
      (await received()).find(({ text }) => text === 'after the attempt'),
    )
    expect((await received()).find((each) => each.id === id)).toBeDefined()
    await ana.statuses.takeBack(id, [ACCOUNT])
    await eventually('it is gone', async () => !(await received()).some((each) => each.id === id))
    expect((await told()).at(-1)).toMatchObject({ name: 'status.deleted', id, fromMe: false })
    expect(await reasonOf(status.markSeen({ clientId, ids: [id] }, world.ctx))).toEqual([
      'NOT_FOUND',
      'STATUS_NOT_FOUND',
    ])
  })

  it('of somebody who is muted is left out, unless it is asked for', async () => {
    const phone = world.sandbox.phone(ACCOUNT)
    await phone.muteStatuses(BEN, true)
    const id = await ben.statuses.post('muted', [ACCOUNT])
    await eventually('it came', async () =>
      (await received({ withMuted: true })).find((each) => each.id === id && each.isMuted),
    )
    expect((await received()).some((each) => each.id === id)).toBe(false)
    await phone.muteStatuses(BEN, false)
    await eventually('it is shown again', async () => (await received()).find((each) => each.id === id))
  })
})

// Last, as the connection is gone after it.
describe('a status without an answer', () => {
  it('is of unknown outcome when the connection goes first, and refused while there is none', async () => {
    world.sandbox.faults.set(ACCOUNT, { dropAcks: 1, hold: true })
    const posting = post({ text: 'nobody knows', audience: [jidOf(ANA)] })
    await eventually('Ana has it', async () => ana.statuses.shown.find(({ text }) => text === 'nobody knows'))
    world.sandbox.faults.cut(ACCOUNT)
    const unknown = await posting
    expect(unknown).toMatchObject({ type: 'error', error: expect.stringMatching(/^OUTCOME_UNKNOWN/) })
    expect(await own(unknown.res?.key.id ?? '')).toMatchObject({ text: 'nobody knows', state: 'unknown' })
    expect((await told()).map(({ name }) => name)).toEqual(['status.failed'])
    await world.network.closed()
    expect(await reasonOf(post({ text: 'unheard', audience: [jidOf(ANA)] }))).toEqual([
      'SERVICE_UNAVAILABLE',
      'CLIENT_NOT_CONNECTED',
    ])
    expect(ana.statuses.shown.filter(({ text }) => text === 'unheard')).toEqual([])
  })
})
