import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Channel, Sandbox } from '../../sandbox/index.ts'
import type { Address } from '../../src/core/addresses.ts'
import { type ClientService, startClientService } from '../support/client-service.ts'
import { useTestDatabase } from '../support/database.ts'
import { drawPicture } from '../support/draw-picture.ts'
import { insertClient } from '../support/fixtures.ts'
import { awaitState } from '../support/service-process.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900440'
const OWNER = '447700900441'
const BEN = '447700900442'

let service: ClientService
let sandbox: Sandbox
let handlers: ClientService['handlers']
let ctx: ClientService['ctx']
let clientId: string
let made = 0

beforeAll(async () => {
  service = await startClientService(database())
  ;({ sandbox, handlers, ctx } = service)
  clientId = await insertClient(database().pool, { userId: ctx.principal.userId, desired: 'running' })
  service.bus.publish('worker.wanted', { clientId })
  const qr = await awaitState('a QR', async () => {
    const { data } = (await handlers.server?.qr?.({ clientId }, ctx)) ?? {}
    return typeof data === 'string' && data
  })
  await sandbox.scan(qr, { phone: ACCOUNT })
  await awaitConnected()
})
afterAll(() => service.stop())

const codeOf = async () => (await handlers.worker?.status?.({ clientId }, ctx))?.code
const awaitConnected = () => awaitState('the client', async () => (await codeOf()) === 'CONNECTED')

const isThere = () => sandbox.phone(ACCOUNT).devices.some(({ online }) => online)

/** A channel of somebody else that the account follows by its phone; what was told of that is behind us. */
async function follow(): Promise<Channel> {
  made += 1
  const channel = sandbox.channel({ name: `Town ${made}`, owner: OWNER })
  await channel.follow(ACCOUNT)
  await told(channel, 1)
  return channel
}

/** Waits for so many events of a channel, and answers them without their address and time. */
async function told(channel: { jid: string }, count: number): Promise<Record<string, unknown>[]> {
  const read = async () => {
    const { rows } = await database().pool.query<{ event: string; data: Record<string, unknown> }>(
      `select name as event, data from event_log where client_id = $1 and data->>'jid' = $2 order by seq`,
      [clientId, channel.jid],
    )
    return rows.map(({ event, data: { jid: _, timestamp, ...data } }) => {
      expect(timestamp).toBeGreaterThan(1_600_000_000)
      return { event, ...data }
    })
  }
  await awaitState(`${count} events`, async () => (await read()).length >= count)
  return read()
}

const posts = (events: Record<string, unknown>[]) =>
  events
    .filter(({ event }) => event === 'channel.post')
    .map(({ change, text, serverId }) => [change, text ?? null, serverId])

describe('a channel that the account follows', () => {
  test('tells of its posts, changes and what is taken back, once and in order', async () => {
    const channel = await follow()
    const first = await channel.post('3EB0A1', 'One')
    const second = await channel.postPicture(
      '3EB0A2',
      Buffer.from(await drawPicture('jpeg'), 'base64'),
      'Look',
    )
    await channel.edit(first, 'First')
    await channel.revoke(second)
    const events = await told(channel, 5)
    const expected = [
      { change: 'followed' },
      { change: 'posted', id: '3EB0A1', serverId: first, type: 'text', text: 'One', file: null },
      { change: 'posted', id: '3EB0A2', serverId: second, type: 'image', text: 'Look' },
      { change: 'edited', id: '3EB0A1', serverId: first, text: 'First' },
      { change: 'deleted', id: '3EB0A2', serverId: second },
    ]
    expect(events).toEqual(expected.map((event) => expect.objectContaining(event)))
    expect(events[2]).toMatchObject({ file: { mimetype: 'image/jpeg' } })
  })

  test('is told of as it changes, as the account mutes it, and who may do what in it', async () => {
    const channel = await follow()
    await channel.mute(ACCOUNT, true)
    await channel.change({ name: 'Town hall', reactions: 'BASIC' })
    await channel.promote(ACCOUNT)
    await channel.milestone('FOLLOWS', 100)
    await channel.demote(ACCOUNT)
    await channel.unfollow(ACCOUNT)
    const person = `${sandbox.phone(ACCOUNT).lid}@lid`
    const by = `${sandbox.contact(OWNER).lid}@lid`
    expect((await told(channel, 7)).slice(1)).toEqual(
      [
        { change: 'muted' },
        { change: 'info', name: 'Town hall', description: null, reactions: 'basic' },
        { change: 'role', person, role: 'admin', by },
        { change: 'milestone', milestone: 'follows', value: 100, serverId: null },
        { change: 'role', person, role: 'subscriber', by },
        { change: 'unfollowed' },
      ].map((data) => ({ event: 'channel.updated', ...data })),
    )
  })

  test('tells of views and reactions while it is watched', async () => {
    const channel = await follow()
    const serverId = await channel.post('3EB0C1', 'Say something')
    await channel.react(BEN, serverId, '👍')
    const watched = await handlers.channels?.watch?.({ clientId, channelJid: channel.jid as Address }, ctx)
    expect(Date.parse(watched?.until ?? '')).toBeGreaterThan(Date.now())
    await channel.react(OWNER, serverId, '👍')
    const events = await told(channel, 3)
    expect(events.filter(({ event }) => event === 'channel.counts')).toEqual([
      { event: 'channel.counts', serverId, views: 0, reactions: [{ emoji: '👍', count: 2 }] },
    ])
  })
})

describe('after a cut', () => {
  test('what was posted meanwhile is told once, before what follows it, and what was told before is not told again', async () => {
    const channel = await follow()
    await channel.post('3EB0D1', 'Before')
    await told(channel, 2)
    sandbox.faults.cut(ACCOUNT, undefined, 503)
    await awaitState('the cut', async () => !isThere())
    for (const n of [1, 2, 3]) await channel.post(`3EB0D2${n}`, `Missed ${n}`)
    await awaitState('the login', async () => isThere())
    await awaitConnected()
    const last = await channel.post('3EB0D9', 'After')
    await awaitState('the last post', async () =>
      posts(await told(channel, 1)).some(([, , serverId]) => serverId === last),
    )
    const texts = posts(await told(channel, 6)).map(([, text]) => text)
    expect(texts).toEqual(['Before', 'Missed 1', 'Missed 2', 'Missed 3', 'After'])
    sandbox.faults.cut(ACCOUNT, undefined, 503)
    await awaitState('another cut', async () => !isThere())
    await awaitState('another login', async () => isThere())
    await awaitConnected()
    const again = await channel.post('3EB0E1', 'Again')
    await awaitState('it', async () => posts(await told(channel, 1)).some(([, , id]) => id === again))
    expect(posts(await told(channel, 7)).map(([, text]) => text)).toEqual([...texts, 'Again'])
  })

  test.each(['at the phone', 'by a program'])(
    'the first post of a channel that was followed %s is told',
    async (how) => {
      made += 1
      const channel = sandbox.channel({ name: `Town ${made}`, owner: OWNER })
      const inChannel = { clientId, channelJid: channel.jid as Address }
      if (how === 'at the phone') await channel.follow(ACCOUNT)
      else await handlers.channels?.follow?.(inChannel, ctx)
      await awaitState('its mark', async () => {
        const marked = 'select from channel_mark where client_id = $1 and channel = $2'
        return (await database().pool.query(marked, [clientId, channel.jid])).rowCount === 1
      })
      sandbox.faults.cut(ACCOUNT, undefined, 503)
      await awaitState('the cut', async () => !isThere())
      const first = await channel.post('3EB0H1', 'The first')
      await awaitState('it', async () => posts(await told(channel, 1)).some(([, , id]) => id === first))
    },
  )

  test('changes of posts that were told are told, each once, and what the client changed itself is none', async () => {
    const channel = await follow()
    const inChannel = { clientId, channelJid: channel.jid as Address }
    const [first, second] = [await channel.post('3EB0J1', 'One'), await channel.post('3EB0J2', 'Two')]
    await channel.promote(ACCOUNT)
    const own = await channel.post('3EB0J3', 'Three')
    await told(channel, 5)
    await handlers.channels?.editPost?.({ ...inChannel, serverId: own, text: 'Three by the client' }, ctx)
    sandbox.faults.cut(ACCOUNT, undefined, 503)
    await awaitState('the cut', async () => !isThere())
    await channel.edit(first, 'First')
    await channel.revoke(second)
    const edited = await channel.post('3EB0J4', 'Four')
    await channel.edit(edited, 'Fourth')
    await awaitState('the fourth', async () =>
      posts(await told(channel, 1)).some(([, , id]) => id === edited),
    )
    await awaitState('what was taken back', async () =>
      posts(await told(channel, 1)).some(([change]) => change === 'deleted'),
    )
    const missed = posts(await told(channel, 1)).slice(3)
    expect(missed.toSorted()).toEqual(
      [
        ['edited', 'First', first],
        ['deleted', null, second],
        ['posted', 'Fourth', edited],
      ].toSorted(),
    )
    const last = await channel.post('3EB0J5', 'Five')
    await awaitState('it', async () => posts(await told(channel, 1)).some(([, , id]) => id === last))
    expect(posts(await told(channel, 1)).slice(3)).toEqual([...missed, ['posted', 'Five', last]])
  })

  test('a post that comes twice is told once', async () => {
    const channel = await follow()
    sandbox.faults.set(ACCOUNT, { duplicateDeliveries: 1 })
    await channel.post('3EB0F1', 'Twice')
    await channel.post('3EB0F2', 'Then')
    expect(posts(await told(channel, 3)).map(([, text]) => text)).toEqual(['Twice', 'Then'])
  })
})

test('what the client itself posts is no event, also not after a cut', async () => {
  const { jid } = (await handlers.channels?.create?.({ clientId, name: 'Own' }, ctx)) ?? { jid: '' }
  const inChannel = { clientId, channelJid: jid as Address }
  await handlers.channels?.post?.({ ...inChannel, text: 'Mine' }, ctx)
  const channel = sandbox.findChannel(jid)
  await channel.promote(BEN)
  await channel.post('3EB0G1', 'Of another admin')
  await told({ jid }, 2)
  sandbox.faults.cut(ACCOUNT, undefined, 503)
  await awaitState('the cut', async () => !isThere())
  await awaitState('the login', async () => isThere())
  await awaitConnected()
  await handlers.channels?.post?.({ ...inChannel, text: 'Mine again' }, ctx)
  const last = await channel.post('3EB0G2', 'Last')
  await awaitState('it', async () => posts(await told({ jid }, 1)).some(([, , id]) => id === last))
  expect(posts(await told({ jid }, 3)).map(([, text]) => text)).toEqual(['Of another admin', 'Last'])
})
