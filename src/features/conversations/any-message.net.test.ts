import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nearlyValid } from '../../../test/support/any-message.ts'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { Message } from '../../contract/conversations/message.ts'
import type { Address } from '../../core/addresses.ts'
import { Refusal } from '../../core/errors.ts'
import { findJsonProblem } from '../../core/json-safety.ts'

const database = useTestDatabase()
const JID = '447700900201@s.whatsapp.net' as Address
const FILES = ['image', 'video', 'audio', 'document', 'sticker']

let world: ChatNetwork
beforeAll(async () => {
  world = await startChatNetwork(database(), '447700900100')
  // Some 150 messages, one after the other: it is about what is in them, not about when they are seen.
  world.sandbox.setPhoneDelay(0)
})
afterAll(() => world.close())

it('what the contract takes is refused with a reason, or decrypted by the contact and shown again', async () => {
  const ana = world.sandbox.contact('447700900201')
  let sent = 0
  const judge = async (json: unknown) => {
    if (findJsonProblem(json)) return
    const parsed = Message.safeParse(json)
    if (!parsed.success || FILES.some((type) => type in parsed.data)) return
    const result = await world.send(parsed.data, JID).catch((error: unknown) => error)
    if (result instanceof Refusal) {
      expect(result.code).toMatch(/^(BAD_REQUEST|NOT_FOUND|UNPROCESSABLE_CONTENT)$/)
      return
    }
    expect(result).toMatchObject({ type: 'success' })
    const id = (result as Awaited<ReturnType<ChatNetwork['send']>>).res?.key.id ?? ''
    // A pin of a message that never was is taken by the network, and no phone shows it.
    if (parsed.data.pin && world.sandbox.problems().some(({ stanza }) => stanza.attrs.id === id)) return
    const received = await ana.waitForMessage((found) => found.id === id)
    expect(received.raw).toBe((await world.stored(id)).bytes.toString('base64'))
    expect(ana.errors).toEqual([])
    sent += 1
  }
  for (const text of ['a\u0000b', '\ud800', '\u202e', '\u0001\u007f', 'x'.repeat(65_536)])
    await judge({ text })
  await fc.assert(fc.asyncProperty(nearlyValid, judge), { numRuns: 150 })
  expect(sent).toBeGreaterThan(10)
})

it('what a contact writes that no database takes as text is stored without it, and what comes after arrives', async () => {
  const ana = world.sandbox.contact('447700900201')
  const id = await ana.sendText('447700900100', 'a\u0000b')
  expect(await world.shows(JID, (message) => message.id === id)).toMatchObject({ text: 'ab' })
  const poll = await ana.poll('447700900100', { name: 'q\u0000', options: ['x\u0000y', 'z'] })
  expect(await world.shows(JID, (message) => message.id === poll)).toMatchObject({ text: 'q' })
  await ana.vote('447700900100', poll, ['x\u0000y'])
  await ana.react('447700900100', id, '👍\u0000')
  await eventually('the reaction', async () =>
    Object.values((await world.stored(id)).reactions ?? {}).includes('👍'),
  )
  await eventually('the vote', async () =>
    Object.values((await world.stored(poll)).votes ?? {}).some((options) => options.includes('xy')),
  )
})
