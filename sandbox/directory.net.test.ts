import { expect, test } from 'vitest'
import type { Contact, Sandbox } from './index.ts'
import type { TestClient } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let sandbox: Sandbox
let client: TestClient
let ada: Contact

useConversation((made) => {
  ;({ sandbox, client, ada } = made)
})

/** The number under which the directory finds somebody asked for, or that it finds nobody. */
const lookUp = async (number: string): Promise<string | undefined> => {
  const [found] = (await client.socket.onWhatsApp(number)) ?? []
  return found?.exists === true ? found.jid.split('@')[0] : undefined
}

test.each([
  ['a Brazilian one up to DDD 28, with the 9', '5511987650101', '551187650101'],
  ['a Brazilian one from DDD 31 on, without the 9', '556187650102', '5561987650102'],
  ['a Mexican one, with the 1', '5215512345678', '525512345678'],
  ['an Argentine one, with the 9', '5491123456789', '541123456789'],
])('the directory finds one person under both forms of a number: %s', async (_, registered, other) => {
  expect(await lookUp(other)).toBe(registered)
  expect(await lookUp(registered)).toBe(registered)

  const person = sandbox.contact(registered)
  const lost = await client.send(`${other}@s.whatsapp.net`, { text: 'to the other form' })
  expect((await client.acked(lost)).error).toBe('404')
  const id = await client.send(`${registered}@s.whatsapp.net`, { text: 'to the registered form' })
  await person.waitForMessage((message) => message.id === id)
  expect(person.inbox.map((message) => message.text)).toEqual(['to the registered form'])
  expect([...sandbox.contacts()].filter(({ number }) => number === other)).toEqual([])
})

test('some numbers are nobody’s until a scenario makes one a contact', async () => {
  const number = '447700900404'
  expect(await lookUp(number)).toBeUndefined()
  expect(await lookUp(ada.number)).toBe(ada.number)
  const id = await client.send(`${number}@s.whatsapp.net`, { text: 'hello?' })
  expect((await client.acked(id)).error).toBe('404')
  sandbox.contact(number)
  expect(await lookUp(number)).toBe(number)
})
