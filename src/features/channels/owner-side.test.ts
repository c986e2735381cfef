import { expect, it, vi } from 'vitest'
import { noChannels } from '../../../test/support/fake-channels.ts'
import { createFakeConnection } from '../../../test/support/fake-network.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { NetworkChannels } from '../../network/port.ts'
import { silentLog } from '../../platform/logger.ts'
import { createChannelCommand } from './owner-side.ts'
import { MOST_ASKED } from './post-downloads.ts'

const client = { id: 'one', address: '447700900001@s.whatsapp.net', lid: null }
const prepare = async () => ({ bytes: new Uint8Array(1), type: 'text', text: null })
const run = createChannelCommand({ log: silentLog, nowMs: Date.now, connector: { prepare } })
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
    ...{ atSec: 1, editedMs: 0, views: 0, reactions: [] },
  }
  const posts: NetworkChannels['posts'] = async () => ({ kind: 'answered', value: [there] })
  const post = async () => {
    throw new Error('it was sent again')
  }
  const input = { channel, id: '3EB01', content: { type: 'text', text: 'hello' }, repeat: true }
  expect(await act({ posts, post }, 'post', input)).toEqual({ serverId: 7 })
})

/** A network on which files of posts come when the test lets them. */
function createDownloads() {
  const begun: PromiseWithResolvers<void>[] = []
  let expiresInMs = 86_400_000
  const keepOpen = async () => {
    const came = Promise.withResolvers<void>()
    const id = `file-${begun.push(came)}`
    await came.promise
    const expiresAt = new Date(Date.now() + expiresInMs)
    const kept = { kind: 'image', mimetype: 'image/png', fileName: null, sizeBytes: 3 } as const
    return { id, ...kept, sha256: Buffer.alloc(32), expiresAt }
  }
  const media = { keepOpen, uploadOpen: () => Promise.reject(new Error('nothing is posted')) }
  const command = createChannelCommand({ log: silentLog, nowMs: Date.now, connector: { prepare }, media })
  const bytesOf = async () =>
    ({ kind: 'answered', value: { id: '3EB01', bytes: new Uint8Array(1), post: { file: {} } } }) as never
  const connection = { ...createFakeConnection(), channels: { ...noChannels, bytesOf } }
  return {
    begun,
    expireIn(ms: number) {
      expiresInMs = ms
    },
    download: (serverId: number, id = 'one') =>
      command(
        { client: { ...client, id }, connection: () => connection },
        { act: 'downloadFile', input: { channel, serverId } },
      ),
  }
}

it('a file of a post is downloaded once, whoever asks while it comes or later', async () => {
  const { begun, download } = createDownloads()
  const calls = [download(7), download(7)]
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  const again = download(7)
  begun[0]?.resolve()
  for (const file of await Promise.all([...calls, again])) expect(file).toMatchObject({ mediaId: 'file-1' })
  expect(await download(7)).toMatchObject({ mediaId: 'file-1' })
  expect(begun).toHaveLength(1)
})

it('a file of a post that cannot be had, or is soon deleted, is downloaded again', async () => {
  const { begun, download, expireIn } = createDownloads()
  const failed = download(7)
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  begun[0]?.reject(new Error('the network is away'))
  expect((await readRefusal(failed)).code).toBe('GATEWAY_TIMEOUT')
  expireIn(60_000)
  for (const count of [2, 3]) {
    const call = download(7)
    await vi.waitFor(() => expect(begun).toHaveLength(count))
    begun[count - 1]?.resolve()
    expect(await call).toMatchObject({ mediaId: `file-${count}` })
  }
})

it('few files of posts come at once to a client, more wait, and beyond that they are refused', async () => {
  const { begun, download } = createDownloads()
  const calls = Array.from({ length: MOST_ASKED }, (_, n) => download(n))
  expect(await readRefusal(download(MOST_ASKED))).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    data: { reason: 'TOO_MANY_DOWNLOADS' },
  })
  expect(begun).toHaveLength(2)
  const ofAnother = download(0, 'two')
  await vi.waitFor(() => expect(begun).toHaveLength(3))
  for (let n = 0; n <= MOST_ASKED; n += 1) {
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(n))
    begun[n]?.resolve()
  }
  await Promise.all([...calls, ofAnother])
})
