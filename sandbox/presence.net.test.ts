import type { BinaryNode } from 'baileys'
import { expect, test } from 'vitest'
import type { Contact } from './index.ts'
import { type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let account: string
let client: TestClient
let ada: Contact
let adaJid: string

useConversation((made) => {
  ;({ account, client, ada, adaJid } = made)
})

test('a subscription to somebody is answered with the presence there is: away, and since when as far as it is known', async () => {
  const answers: BinaryNode['attrs'][] = []
  client.socket.ws.on('CB:presence', ({ attrs }: BinaryNode) => answers.push(attrs))
  await client.socket.presenceSubscribe(adaJid)
  await until('the answer', () => answers.length === 1)
  expect(answers[0]).toMatchObject({ from: adaJid, type: 'unavailable', last: 'deny' })

  const id = await ada.sendText(account, 'hello')
  const { at } = ada.conversationWith(account).find((message) => message.id === id)!
  await client.socket.presenceSubscribe(adaJid)
  await until('the second answer', () => answers.length === 2)
  expect(answers[1]).toMatchObject({
    from: adaJid,
    type: 'unavailable',
    last: String(Math.floor(at / 1_000)),
  })
})
