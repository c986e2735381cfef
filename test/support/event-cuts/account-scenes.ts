import { drawPicture } from '../draw-picture.ts'
import type { CutWorld, Told } from './cut-world.ts'
import { ofChat, type Scene } from './scenes.ts'

const OWNER = '447700933003'

const profile: Scene = {
  title: 'the profile',
  shows: ['profile.updated'],
  isShared: true,
  async act({ phone }, n) {
    await phone.setProfile({ about: `Open ${n}` })
    const picture = n % 2 === 1 ? Buffer.from(await drawPicture('jpeg'), 'base64') : null
    await phone.setProfile({ picture })
    await phone.setPrivacy({ last: n % 2 === 1 ? 'none' : 'all' })
    await phone.setProfile({ name: `Shop ${n}` })
    return {
      isOf: ({ name }) => name === 'profile.updated',
      named: {},
      expected: [
        'profile.updated about',
        'profile.updated picture',
        'profile.updated privacy',
        'profile.updated name',
      ],
    }
  },
}

/** What the phone keeps of a chat, and its labels. */
const marks: Scene = {
  title: 'a chat on the phone',
  shows: ['chat.updated', 'message.starred', 'whatsapp.label', 'whatsapp.labelled', 'conversation.entry'],
  async act(world, n) {
    const { sandbox, account, phone } = world
    const ana = sandbox.contact(`4477009340${String(n).padStart(2, '0')}`, { name: 'Ana' })
    const one = await ana.sendText(account, 'one')
    await phone.waitForMessage(({ id }) => id === one)
    await phone.markChat(ana.number, { archived: true })
    await phone.markChat(ana.number, { archived: false })
    await phone.markChat(ana.number, { unread: true })
    await phone.starMessage(ana.number, { id: one, fromMe: false, starred: true })
    await phone.markChat(ana.number, { mutedUntilMs: -1 })
    await phone.editLabel(String(n), { name: `Label ${n}`, colour: 1 })
    await phone.putLabel(String(n), { chat: ana.number }, true)
    await phone.editLabel(String(n), { name: `Label ${n}.`, colour: 2 })
    await phone.clearChat(ana.number)
    await phone.setBlocked(ana.number, true)
    const jid = world.jidOf(ana.number)
    return {
      isOf: (event: Told) => ofChat(jid)(event) || event.data.labelId === String(n),
      named: { [one]: 'one' },
      expected: [
        'message.received one',
        'chat.updated archived',
        'chat.updated archived',
        'chat.updated unread',
        'message.starred one',
        'chat.updated muted',
        'whatsapp.label',
        'whatsapp.labelled',
        'whatsapp.label',
        'chat.updated cleared',
        'conversation.entry added',
        'contact.updated blocked',
      ],
    }
  },
}

const channel: Scene = {
  title: 'a channel',
  shows: ['channel.post', 'channel.updated'],
  isShared: true,
  async act(world, n) {
    const { sandbox, account } = world
    const town = sandbox.findChannel(channelOf(world))
    await town.post(`3EB0A${n}`, 'One')
    await town.post(`3EB0B${n}`, 'Two')
    await town.change({ name: `Town ${n}` })
    await town.mute(account, n % 2 === 1)
    await town.promote(account)
    await town.milestone('FOLLOWS', n * 100)
    await town.demote(account)
    return {
      isOf: ofChat(town.jid),
      named: { [`3EB0A${n}`]: 'one', [`3EB0B${n}`]: 'two' },
      expected: [
        'channel.post posted one One',
        'channel.post posted two Two',
        'channel.updated info',
        n % 2 === 1 ? 'channel.updated muted' : 'channel.updated unmuted',
        'channel.updated role',
        'channel.updated milestone',
        'channel.updated role',
      ],
    }
  },
  async prepare(world) {
    const town = world.sandbox.channel({ name: 'Town', owner: OWNER })
    channels.set(world.sandbox.wsUrl, town.jid)
    await town.follow(world.account)
    await world.awaitMark(town.jid)
  },
}

/** The channel that the account follows, by network. */
const channels = new Map<string, string>()
const channelOf = ({ sandbox }: CutWorld): string => channels.get(sandbox.wsUrl) ?? ''

export const ACCOUNT_SCENES: readonly Scene[] = [profile, marks, channel]
