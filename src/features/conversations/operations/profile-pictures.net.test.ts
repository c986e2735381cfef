import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatNetwork, startChatNetwork } from '../../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { drawPicture } from '../../../../test/support/draw-picture.ts'
import type { Address } from '../../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900480'
let world: ChatNetwork

beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())

const find = (number: string, size: 'preview' | 'full' = 'preview') =>
  world.chat.contactHandlers.profilePicture(
    { clientId: world.clientId, jid: `${number}@s.whatsapp.net` as Address, size },
    world.ctx,
  )
const asked = () => world.sandbox.requests().filter(({ xmlns }) => xmlns === 'w:profile:picture').length

it('a picture is found in both sizes, and the network is asked once for each', async () => {
  await world.sandbox.contact('447700900481').setPicture(Buffer.from(await drawPicture('jpeg'), 'base64'))
  expect(await find('447700900481')).toEqual({
    jid: '447700900481@s.whatsapp.net',
    state: 'found',
    url: expect.stringContaining('stp=dst-jpg_s96x96'),
  })
  expect((await find('447700900481', 'full')).url).not.toContain('stp=')
  const before = asked()
  await Promise.all([find('447700900481'), find('447700900481', 'full')])
  expect(asked()).toBe(before)
})

it('somebody without a picture and somebody who hides it are told apart', async () => {
  expect(await find('447700900482')).toMatchObject({ state: 'none', url: null })
  world.sandbox.contact('447700900483').setPrivacy({ profile: 'none' })
  expect(await find('447700900483')).toMatchObject({ state: 'hidden', url: null })
})
