import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { drawPicture } from '../../../test/support/draw-picture.ts'
import { PNG } from '../../../test/support/made-files.ts'
import { ACCOUNT, type MediaNetwork, startMediaNetwork } from '../../../test/support/media-network.ts'
import { readRefusal, readRefusals } from '../../../test/support/refusals.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const ANA = '447700900431'

let network: MediaNetwork
let world: ChatNetwork
let clientId: string
let channels: ChatNetwork['channels']
beforeAll(async () => {
  network = await startMediaNetwork(database())
  ;({ world } = network)
  ;({ clientId, channels } = world)
})
afterAll(() => network.close())

const makeOwn = async (name = 'Shop news') => {
  const { jid } = await channels.create({ clientId, name }, world.ctx)
  return { channel: world.sandbox.findChannel(jid), inChannel: { clientId, channelJid: jid as Address } }
}
const makeTheirs = () => {
  const channel = world.sandbox.channel({ name: 'Town hall', owner: ANA, description: 'From the mayor' })
  return { channel, inChannel: { clientId, channelJid: channel.jid as Address } }
}
const dataOf = async (refused: Promise<unknown>) => (await readRefusal(refused)).data
async function areRefused(asked: readonly Promise<unknown>[], refusal: object): Promise<void> {
  for (const refused of await readRefusals(asked)) expect(refused).toMatchObject(refusal)
}
const forget = (key: string) =>
  database().pool.query('update idempotency_key set response = null where key = $1', [key])

describe('a channel of the account', () => {
  it('is made once a key, also when the first answer was lost, and changed', async () => {
    const input = { clientId, name: 'Once', description: 'Weekly', idempotencyKey: 'once' }
    const made = await channels.create(input, world.ctx)
    expect(made).toMatchObject({ name: 'Once', description: 'Weekly', role: 'owner', followers: 0 })
    expect(await channels.create(input, world.ctx)).toEqual(made)
    await forget('once')
    expect(await channels.create(input, world.ctx)).toMatchObject({ jid: made.jid })
    const { channels: listed } = await channels.list({ clientId }, world.ctx)
    expect(listed.filter(({ name }) => name === 'Once')).toHaveLength(1)

    const inChannel = { clientId, channelJid: made.jid as Address }
    await channels.update(
      { ...inChannel, name: 'Twice', description: '', picture: await drawPicture('png') },
      world.ctx,
    )
    expect(await channels.get(inChannel, world.ctx)).toMatchObject({ name: 'Twice', description: null })
    expect(world.sandbox.findChannel(made.jid).hasPicture).toBe(true)
    await channels.update({ ...inChannel, picture: null, reactions: 'basic' }, world.ctx)
    expect(world.sandbox.findChannel(made.jid).reactions).toBe('BASIC')
    expect(world.sandbox.findChannel(made.jid)).toMatchObject({ name: 'Twice', hasPicture: false })
    await channels.delete(inChannel, world.ctx)
    expect(await dataOf(channels.get(inChannel, world.ctx))).toMatchObject({ reason: 'CHANNEL_NOT_FOUND' })
  })

  it('gets a post once a key, also when the first answer was lost', async () => {
    const { channel, inChannel } = await makeOwn()
    const input = { ...inChannel, text: 'We open at nine', idempotencyKey: 'post-1' }
    const posted = await channels.post(input, world.ctx)
    expect(posted.serverId).toBeGreaterThan(0)
    await forget('post-1')
    expect(await channels.post(input, world.ctx)).toEqual(posted)
    expect(channel.posts).toEqual(['We open at nine'])
    await channels.editPost(
      { ...inChannel, serverId: posted.serverId ?? 0, text: 'We open at ten' },
      world.ctx,
    )
    expect(channel.posts).toEqual(['We open at ten'])
    expect(await channels.listPosts({ ...inChannel, limit: 1 }, world.ctx)).toMatchObject({
      posts: [{ text: 'We open at ten', editedAt: expect.any(String) }],
    })
    await channels.deletePost({ ...inChannel, id: posted.id }, world.ctx)
    expect(channel.posts).toEqual([])
  })

  it('gets a picture, a file that is read back and a poll, none of them encrypted', async () => {
    const { channel, inChannel } = await makeOwn()
    const image = network.serve('a.png', PNG)
    const posted = await channels.post({ ...inChannel, image, caption: 'Look' }, world.ctx)
    const serverId = posted.serverId ?? 0
    const bytes = await channel.fileOf(serverId)
    expect(bytes.equals(PNG)).toBe(true)
    expect(channel.shown[0]?.message.imageMessage?.mediaKey?.length ?? 0).toBe(0)
    const [shown] = (await channels.listPosts({ ...inChannel, limit: 1 }, world.ctx)).posts
    expect(shown).toMatchObject({ type: 'image', text: 'Look', file: { mimetype: 'image/png' } })
    await channels.editPost({ ...inChannel, serverId, text: 'Look again' }, world.ctx)
    const file = await channels.downloadFile({ ...inChannel, serverId }, world.ctx)
    expect((await network.readFile(file.mediaId))?.equals(PNG)).toBe(true)
    expect(channel.shown[0]?.message.imageMessage?.caption).toBe('Look again')

    const poll = { name: 'When?', values: ['Monday', 'Friday'] }
    await channels.post({ ...inChannel, poll }, world.ctx)
    const document = { base64: Buffer.from('a list').toString('base64'), mimetype: 'text/plain' }
    await channels.post({ ...inChannel, document, fileName: 'list.txt' }, world.ctx)
    const { posts } = await channels.listPosts({ ...inChannel, limit: 2 }, world.ctx)
    expect(posts.map(({ type, text }) => [type, text])).toEqual([
      ['document', null],
      ['poll', 'When?'],
    ])
  })

  it('posts a file once, also when the answer was lost, and says what cannot be had', async () => {
    const { channel, inChannel } = await makeOwn()
    const input = { ...inChannel, image: network.serve('b.png', PNG), idempotencyKey: 'file-1' }
    const posted = await channels.post(input, world.ctx)
    await forget('file-1')
    expect(await channels.post(input, world.ctx)).toEqual(posted)
    expect(channel.shown).toHaveLength(1)
    const gone = channels.post(
      { ...inChannel, image: network.serve('x', PNG).replace('/x', '/none') },
      world.ctx,
    )
    expect(await dataOf(gone)).toMatchObject({ reason: 'MEDIA_NOT_FETCHED' })
    const mediaId = randomUUID()
    expect(await dataOf(channels.post({ ...inChannel, image: { mediaId } }, world.ctx))).toMatchObject({
      reason: 'MEDIA_NOT_FOUND',
    })
    world.sandbox.media.set({ refuseUploads: { status: 500, count: 20 } })
    expect(await dataOf(channels.post({ ...inChannel, image: input.image }, world.ctx))).toMatchObject({
      reason: 'MEDIA_UPLOAD_FAILED',
    })
    world.sandbox.media.clear()
    expect(channel.shown).toHaveLength(1)
  })

  it('shows the posts that are left where some were taken back, page after page', async () => {
    const { inChannel } = await makeOwn()
    const ids: string[] = []
    for (const text of ['one', 'two', 'three', 'four'])
      ids.push((await channels.post({ ...inChannel, text }, world.ctx)).id)
    await channels.deletePost({ ...inChannel, id: ids[2] ?? '' }, world.ctx)
    const page = await channels.listPosts({ ...inChannel, limit: 2 }, world.ctx)
    expect(page.posts.map(({ text }) => text)).toEqual(['four', 'two'])
    const rest = await channels.listPosts({ ...inChannel, limit: 2, before: page.nextBefore ?? 0 }, world.ctx)
    expect(rest).toMatchObject({ posts: [{ text: 'one' }], nextBefore: null })
  })
})

describe('a channel of somebody else', () => {
  it('is seen by its link, followed, muted and followed no longer', async () => {
    const { channel, inChannel } = makeTheirs()
    const invite = `https://whatsapp.com/channel/${channel.inviteCode}`
    const seen = await channels.preview({ clientId, invite: channel.inviteCode }, world.ctx)
    expect(seen).toMatchObject({ jid: channel.jid, name: 'Town hall', role: 'guest', link: invite })
    await channels.follow(inChannel, world.ctx)
    await channels.setMuted({ ...inChannel, muted: true }, world.ctx)
    expect(channel.followers).toEqual([ACCOUNT])
    expect(await channels.get(inChannel, world.ctx)).toMatchObject({
      role: 'subscriber',
      followers: 1,
      muted: true,
    })
    const { channels: followed } = await channels.list({ clientId }, world.ctx)
    expect(followed.find(({ jid }) => jid === channel.jid)).toMatchObject({
      followers: null,
      createdAt: null,
    })
    await channels.setMuted({ ...inChannel, muted: false }, world.ctx)
    expect(await channels.get(inChannel, world.ctx)).toMatchObject({ muted: false })
    await channels.unfollow(inChannel, world.ctx)
    expect(channel.followers).toEqual([])
    const { channels: listed } = await channels.list({ clientId }, world.ctx)
    expect(listed.map(({ jid }) => jid)).not.toContain(channel.jid)
  })

  it('shows its posts by pages, newest first, with who reacted', async () => {
    const { channel, inChannel } = makeTheirs()
    const ids = []
    for (const text of ['one', 'two', 'three']) ids.push(await channel.post(`3EB0${text}`, text))
    const [first, , third] = ids
    await channel.react(ANA, third ?? 0, '👍')
    await channels.react({ ...inChannel, serverId: third ?? 0, emoji: '👍' }, world.ctx)
    const page = await channels.listPosts({ ...inChannel, limit: 2 }, world.ctx)
    expect(page.posts.map(({ text, reactions }) => [text, reactions])).toEqual([
      ['three', [{ emoji: '👍', count: 2 }]],
      ['two', []],
    ])
    const rest = await channels.listPosts({ ...inChannel, limit: 2, before: page.nextBefore ?? 0 }, world.ctx)
    expect(rest).toMatchObject({ posts: [{ text: 'one', type: 'text', serverId: first }], nextBefore: null })
    await channels.react({ ...inChannel, serverId: third ?? 0, emoji: '' }, world.ctx)
    const again = await channels.listPosts({ ...inChannel, limit: 1 }, world.ctx)
    expect(again.posts[0]?.reactions).toEqual([{ emoji: '👍', count: 1 }])
  })

  it('is reacted to as its owner allows', async () => {
    const { channel, inChannel } = makeTheirs()
    const serverId = await channel.post('3EB0basic', 'Say something')
    const react = (emoji: string) => channels.react({ ...inChannel, serverId, emoji }, world.ctx)
    await channel.change({ reactions: 'BASIC' })
    expect(await channels.get(inChannel, world.ctx)).toMatchObject({ reactions: 'basic' })
    await react('👍')
    const refused = { code: 'FORBIDDEN', data: { reason: 'REACTION_NOT_ALLOWED' } }
    expect(await readRefusal(react('🦄'))).toMatchObject(refused)
    await channel.change({ reactions: 'NONE' })
    expect(await readRefusal(react('👍'))).toMatchObject(refused)
    await react('')
    const { posts } = await channels.listPosts({ ...inChannel, limit: 1 }, world.ctx)
    expect(posts[0]?.reactions).toEqual([])
  })

  it('refuses what only its admins may, and what there is not', async () => {
    const { channel, inChannel } = makeTheirs()
    const nowhere = { clientId, channelJid: '120363999999999999@newsletter' as Address }
    const acts = (of: typeof inChannel) => [
      channels.update({ ...of, name: 'Mine' }, world.ctx),
      channels.delete(of, world.ctx),
      channels.post({ ...of, text: 'mine' }, world.ctx),
    ]
    const post = await channel.post('3EB0theirs', 'Theirs')
    const edit = { ...inChannel, serverId: post, text: 'Mine' }
    const forbidden = { code: 'FORBIDDEN', data: { reason: 'NOT_CHANNEL_ADMIN' } }
    await areRefused([...acts(inChannel), channels.editPost(edit, world.ctx)], forbidden)
    const notFound = { code: 'NOT_FOUND', data: { reason: 'CHANNEL_NOT_FOUND' } }
    const ofNowhere = [
      ...acts(nowhere),
      channels.get(nowhere, world.ctx),
      channels.follow(nowhere, world.ctx),
      channels.listPosts({ ...nowhere, limit: 1 }, world.ctx),
      channels.preview({ clientId, invite: 'NoSuchChannelAtAll' }, world.ctx),
      channels.watch(nowhere, world.ctx),
      channels.react({ ...inChannel, serverId: 9999, emoji: '👍' }, world.ctx),
    ]
    await areRefused(ofNowhere, notFound)
    const ofNoPost = [
      channels.editPost({ ...inChannel, serverId: 9999, text: 'none' }, world.ctx),
      channels.downloadFile({ ...inChannel, serverId: 9999 }, world.ctx),
    ]
    await areRefused(ofNoPost, { data: { reason: 'CHANNEL_POST_NOT_FOUND' } })
    expect(await dataOf(channels.downloadFile({ ...inChannel, serverId: post }, world.ctx))).toMatchObject({
      reason: 'MEDIA_NOT_FOUND',
    })
  })
})
