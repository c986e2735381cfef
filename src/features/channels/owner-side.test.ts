import { expect, it } from 'vitest'
import { noChannels } from '../../../test/support/fake-channels.ts'
import { createFakeConnection } from '../../../test/support/fake-network.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { NetworkChannels } from '../../network/port.ts'
import { silentLog } from '../../platform/logger.ts'
import { createChannelCommand } from './owner-side.ts'

const client = { id: 'one', address: '447700900001@s.whatsapp.net', lid: null }
const prepare = async () => ({ bytes: new Uint8Array(1), type: 'text', text: null })
const run = createChannelCommand({ log: silentLog, connector: { prepare } })
const channel = '120363144038483540@newsletter'

function act(channels: Partial<NetworkChannels>, name: string, input: object): Promise<unknown> {
  const connection = { ...createFakeConnection(), channels: { ...noChannels, ...channels } }
  return run({ client, connection: () => connection }, { act: name, input })
}

it.each([
  [404, 'NOT_FOUND', 'CHANNEL_NOT_FOUND'],
  [403, 'FORBIDDEN', 'NOT_CHANNEL_ADMIN'],
  [429, 'TOO_MANY_REQUESTS', 'ACCOUNT_RATE_LIMITED'],
  [500, 'UNPROCESSABLE_CONTENT', 'ACCOUNT_REFUSED'],
])('a refusal with code %i is told with its reason', async (networkCode, code, reason) => {
  const refused = act({ delete: async () => ({ kind: 'refused', networkCode }) }, 'delete', { channel })
  expect(await readRefusal(refused)).toMatchObject({ code, data: { reason } })
})

it('a post that is not acknowledged may or may not be there', async () => {
  const post = async () => {
    throw new Error('no acknowledgement')
  }
  const input = { channel, id: '3EB01', content: { type: 'text', text: 'hello' }, repeat: false }
  expect(await readRefusal(act({ post }, 'post', input))).toMatchObject({
    code: 'GATEWAY_TIMEOUT',
    data: { reason: 'NO_ANSWER_IN_TIME' },
  })
})

it('a repeat of a post that is there sends nothing', async () => {
  const there = {
    ...{ id: '3EB01', serverId: 7, type: 'text', text: 'hello', file: null },
    ...{ atSec: 1, editedSec: 0, views: 0, reactions: [] },
  }
  const posts: NetworkChannels['posts'] = async () => ({ kind: 'answered', value: [there] })
  const post = async () => {
    throw new Error('it was sent again')
  }
  const input = { channel, id: '3EB01', content: { type: 'text', text: 'hello' }, repeat: true }
  expect(await act({ posts, post }, 'post', input)).toEqual({ serverId: 7 })
})
