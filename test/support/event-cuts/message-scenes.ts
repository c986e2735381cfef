import type { CutWorld } from './cut-world.ts'
import { ofChat, type Scene } from './scenes.ts'

const numberOf = (scene: number, n: number): string => `4477009${scene}0${String(n).padStart(2, '0')}`

/** The contact's phone has it, and can do something with it. */
const arrived = (world: CutWorld, number: string, id: string) =>
  world.sandbox.contact(number).waitForMessage((message) => message.id === id)

const conversation: Scene = {
  title: 'a conversation',
  shows: [
    ...(['message.received', 'message.sent', 'message.reaction', 'message.edited', 'message.vote'] as const),
    ...(['message.deleted', 'message.status', 'call.received', 'call.ended', 'contact.updated'] as const),
  ],
  async act(world, n) {
    const { sandbox, account, phone } = world
    const ana = sandbox.contact(numberOf(31, n), { name: 'Ana' })
    ana.setAutoReceipts(false)
    const one = await ana.sendText(account, 'one')
    const own = await phone.sendText(ana.number, 'own')
    await arrived(world, ana.number, own)
    await ana.react(account, own, '👍')
    await ana.edit(account, one, 'One')
    const two = await ana.sendText(account, 'two')
    const poll = await phone.poll(ana.number, { name: 'Lunch?', options: ['Pizza', 'Soup'], selectable: 1 })
    await arrived(world, ana.number, poll)
    await ana.vote(account, poll, ['Soup'])
    await ana.vote(account, poll, ['Pizza'])
    await ana.react(account, own, '')
    const call = await ana.call(account)
    await call.hangUp()
    await ana.revoke(account, two)
    const last = await ana.sendText(account, 'last')
    await ana.markRead(account, [own])
    return {
      isOf: ofChat(world.jidOf(ana.number)),
      named: { [one]: 'one', [own]: 'own', [two]: 'two', [poll]: 'poll', [call.id]: 'call', [last]: 'last' },
      expected: [
        'message.received one',
        'message.sent own',
        'message.reaction own 👍',
        'message.edited one One',
        'message.received two',
        'message.sent poll',
        'message.vote poll Soup',
        'message.vote poll Pizza',
        'message.reaction own ',
        'call.received call ringing',
        'call.ended call missed',
        'conversation.entry added',
        'message.deleted two',
        'message.received last',
        'message.status own READ',
      ],
    }
  },
}

const BEN = '447700932001'
const EVE = '447700932002'
const DAN = '447700932003'

const group: Scene = {
  title: 'a group',
  shows: ['group.updated', 'group.members', 'group.requests', 'message.received', 'message.reaction'],
  async act(world, n) {
    const { sandbox, account } = world
    const [ben, dan] = [sandbox.contact(BEN), sandbox.contact(DAN)]
    const made = sandbox.group({ subject: `Town ${n}`, creator: BEN, participants: [account] })
    const hello = await ben.sendText(made.jid, 'hello')
    await made.add([DAN], BEN)
    const hi = await dan.sendText(made.jid, 'hi')
    await made.setSubject(`Village ${n}`, BEN)
    await dan.react(made.jid, hi, '👍')
    await made.promote([account], BEN)
    await made.setSettings({ approval: true }, BEN)
    await made.join(EVE)
    await made.withdraw(EVE)
    const bye = await dan.sendText(made.jid, 'bye')
    await made.remove([DAN], DAN)
    await made.setDescription('quiet', BEN)
    const end = await ben.sendText(made.jid, 'end')
    return {
      isOf: ofChat(made.jid),
      named: { [hello]: 'hello', [hi]: 'hi', [bye]: 'bye', [end]: 'end' },
      expected: [
        'group.updated created',
        'message.received hello',
        'group.members added',
        'message.received hi',
        'group.updated subject',
        'message.reaction hi 👍',
        'group.members promoted',
        'group.updated settings',
        'group.requests asked',
        'group.requests withdrawn',
        'message.received bye',
        'group.members left',
        'group.updated description',
        'message.received end',
      ],
    }
  },
}

export const MESSAGE_SCENES: readonly Scene[] = [conversation, group]
