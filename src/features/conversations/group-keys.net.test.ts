import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatNetwork, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900120'
const ANA = '447700900221'
const BEN = '447700900222'

let world: ChatNetwork
beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())

const handlers = () => world.chat.handlers

async function groupWithMessage(addressing: 'lid' | 'pn', text: string) {
  const group = await world.sandbox.group({
    subject: 'Team',
    participants: [ANA, BEN],
    creator: ACCOUNT,
    addressing,
  })
  const jid = group.jid as Address
  const id = await world.sandbox.contact(ANA).sendText(jid, text)
  await world.shows(jid, (message) => message.id === id)
  return { group, jid, id, base: { clientId: world.clientId, target: jid } }
}

describe.each(['lid', 'pn'] as const)(
  'in a group addressed by %s, a key of chat, id and direction',
  (form) => {
    it('is enough to react to, pin, quote and mark as read what a member wrote', async () => {
      const { jid, id, base } = await groupWithMessage(form, `question by ${form}`)
      const ana = world.sandbox.contact(ANA)
      const key = { remoteJid: jid, id, fromMe: false }

      await handlers().reactMessage({ ...base, key, reaction: '👍' }, world.ctx)
      const reaction = await ana.waitForMessage(({ type, chat }) => type === 'reaction' && chat === jid)
      expect(reaction).toMatchObject({ text: '👍', targetId: id })
      expect(ana.conversationWith(jid).find((message) => message.id === id)?.reactions.theirs).toBe('👍')

      await world.send({ pin: { ...key, type: 1 } }, jid)
      expect(await ana.waitForMessage(({ type, chat }) => type === 'pin' && chat === jid)).toMatchObject({
        targetId: id,
      })
      await world.send({ text: `answer by ${form}`, quoted: { id } }, jid)
      expect(await ana.waitForMessage(({ text }) => text === `answer by ${form}`)).toMatchObject({
        quotedId: id,
      })

      const answer = await handlers().readMessages({ clientId: world.clientId, keys: [key] }, world.ctx)
      expect(answer.type).toBe('success')
      const receipt = await world.sandbox.waitFor(() =>
        ana.receipts.find((found) => found.id === id && found.type === 'read'),
      )
      expect(receipt).toMatchObject({ from: ACCOUNT, chat: jid })
      expect(world.sandbox.problems()).toEqual([])
    })

    it('is not needed to mention a member: text and list name them as the group does', async () => {
      const { jid } = await groupWithMessage(form, `before a mention by ${form}`)
      const ana = world.sandbox.contact(ANA)
      const named = form === 'lid' ? `${ana.lid}@lid` : `${ANA}@s.whatsapp.net`
      for (const mentioned of [`${ANA}@s.whatsapp.net`, `${ana.lid}@lid`] as Address[]) {
        const text = `@${mentioned.split('@')[0]} and not @${ANA}1, ${form}`
        const { res } = await world.send({ text, mentions: [mentioned] }, jid)
        expect(await ana.waitForMessage(({ id }) => id === res?.key.id)).toMatchObject({
          text: `@${named.split('@')[0]} and not @${ANA}1, ${form}`,
          mentions: [named],
        })
      }
      expect(world.sandbox.problems()).toEqual([])
    })

    it('is refused by the name of the message when it is not stored, before anything goes out', async () => {
      const { jid, id, base } = await groupWithMessage(form, `another by ${form}`)
      const ana = world.sandbox.contact(ANA)
      const key = { remoteJid: jid, id: 'NEVER-SEEN', fromMe: false }
      const refusal = {
        code: 'NOT_FOUND',
        data: { reason: 'MESSAGE_NOT_FOUND', params: { id: 'NEVER-SEEN' } },
      }
      await expect(
        handlers().reactMessage({ ...base, key, reaction: '👍' }, world.ctx),
      ).rejects.toMatchObject(refusal)
      await expect(world.send({ pin: { ...key, type: 1 } }, jid)).rejects.toMatchObject(refusal)
      const keys = [{ remoteJid: jid, id, fromMe: false }, key]
      await expect(
        handlers().readMessages({ clientId: world.clientId, keys }, world.ctx),
      ).rejects.toMatchObject(refusal)
      // What is sent after it comes after it: nothing was on its way.
      await world.send({ text: `last by ${form}` }, jid)
      await ana.waitForMessage(({ text }) => text === `last by ${form}`)
      await world.sandbox.allSeen()
      expect(ana.inbox.filter(({ chat, type }) => chat === jid && type !== 'text')).toEqual([])
      expect(ana.receipts.filter((found) => found.id === id && found.type === 'read')).toEqual([])
    })
  },
)

describe('a key with its direction turned round', () => {
  it('is refused instead of being about a message that nobody has', async () => {
    const jid = `${ANA}@s.whatsapp.net` as Address
    const id = await world.sandbox.contact(ANA).sendText(ACCOUNT, 'mine')
    await world.shows(jid, (message) => message.id === id)
    const key = { remoteJid: jid, id, fromMe: true }
    const attempt = handlers().reactMessage(
      { clientId: world.clientId, target: jid, key, reaction: '👍' },
      world.ctx,
    )
    await expect(attempt).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { path: 'key.fromMe' },
    })
  })
})
