import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../../../sandbox/index.ts'
import { startTestNetwork } from '../../../../../sandbox/testing/network.ts'
import {
  NetworkClient,
  type NetworkClientOptions,
  pairNetworkClient,
  until,
} from '../../../../../test/support/network-client.ts'
import { startTestProxy } from '../../../../../test/support/proxy-servers.ts'
import type { Address } from '../../../../core/addresses.ts'

const ACCOUNT = '447700900700'
const ADA = '447700900701@s.whatsapp.net' as Address
const BOB = '447700900702@s.whatsapp.net' as Address

let sandbox: Sandbox
let client: NetworkClient

beforeEach(async () => {
  sandbox = await startTestNetwork()
})

afterEach(async () => {
  await client.connection.close()
  await sandbox.close()
})

const outcomeOf = (change: Promise<void>): Promise<string> =>
  change.then(
    () => 'done',
    (error: Error) => error.message,
  )
/** The phone shares its key a moment after the connection has opened. */
const synchronized = (): Promise<void> =>
  expect.poll(() => outcomeOf(client.connection.chats.archive(BOB, false, []))).toBe('done')
async function pair(options: Partial<NetworkClientOptions> = {}): Promise<void> {
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT, ...options })
  await synchronized()
}

const phone = () => sandbox.phone(ACCOUNT)
const archivedOnPhone = (chat: Address) =>
  phone()
    .appState('regular_low')
    .get(JSON.stringify(['archive', chat]))?.archiveChatAction
/** The names of a chat's labels, as the phone shows them. */
function labelsOnPhone(chat: Address): string[] {
  const held = phone().appState('regular')
  return [...held].flatMap(([index, { labelAssociationAction }]) => {
    const [kind, id, of] = JSON.parse(index) as string[]
    const isShown = kind === 'label_jid' && of === chat && labelAssociationAction?.labeled
    return isShown ? [held.get(JSON.stringify(['label_edit', id]))?.labelEditAction?.name ?? '?'] : []
  })
}
const madeLabels = (): string[] =>
  [...phone().appState('regular').values()].flatMap(({ labelEditAction }) => labelEditAction?.name ?? [])

/** Answers an upload of a change as the server does when somebody else was faster. */
const refusePatch: Parameters<Sandbox['intercept']>[0] = ({ tag, attrs, content }) => {
  if (tag !== 'iq' || attrs.xmlns !== 'w:sync:app:state') return undefined
  const [sync] = Array.isArray(content) ? content : []
  const [collection] = Array.isArray(sync?.content) ? sync.content : []
  if (!collection || !Array.isArray(collection.content)) return undefined
  const error = { tag: 'error', attrs: { code: '409', text: 'conflict' } }
  const refused = { ...collection, attrs: { ...collection.attrs, type: 'error' }, content: [error] }
  const answer = { from: 's.whatsapp.net', type: 'result', id: attrs.id ?? '' }
  return { tag: 'iq', attrs: answer, content: [{ tag: 'sync', attrs: {}, content: [refused] }] }
}

test('a chat is archived up to its newest message, shown again, and a repeat changes nothing', async () => {
  await pair()
  const id = await sandbox.contact(ADA.split('@')[0] ?? '').sendText(ACCOUNT, 'the last word')
  const { atSec } = await client.receivedText('the last word')
  const last = [{ key: { chat: ADA, id, fromMe: false }, atSec }]
  const { chats } = client.connection
  await chats.archive(ADA, true, last)
  await chats.archive(ADA, true, last)
  const archived = archivedOnPhone(ADA)
  expect(archived?.archived).toBe(true)
  expect(Number(archived?.messageRange?.lastMessageTimestamp)).toBe(atSec)
  expect(archived?.messageRange?.messages?.[0]?.key).toMatchObject({ remoteJid: ADA, id, fromMe: false })
  await chats.archive(ADA, false, last)
  expect(archivedOnPhone(ADA)?.archived).toBe(false)
})

test('a label is made once by its name, also when several chats get it at the same time', async () => {
  await pair()
  const { chats } = client.connection
  await Promise.all([chats.label(ADA, 'Lead'), chats.label(BOB, ' Lead'), chats.label(ADA, 'Lead')])
  await chats.label(ADA, 'Paid')
  expect(labelsOnPhone(ADA)).toEqual(['Lead', 'Paid'])
  expect(labelsOnPhone(BOB)).toEqual(['Lead'])
  expect(madeLabels()).toEqual(['Lead', 'Paid'])
})

test('a label the phone made is found, and one it deleted is made anew', async () => {
  await pair()
  const edit = (id: string, name: string, deleted: boolean) => ({
    index: ['label_edit', id],
    value: { timestamp: 1, labelEditAction: { name, color: 1, deleted } },
    version: 3,
  })
  await phone().changeAppState('regular', [edit('7', 'VIP', false), edit('9', 'Old', true)])
  await client.connection.chats.label(ADA, 'VIP')
  await client.connection.chats.label(ADA, 'Old')
  expect(labelsOnPhone(ADA)).toEqual(['VIP', 'Old'])
  expect(
    phone()
      .appState('regular')
      .get(JSON.stringify(['label_jid', '7', ADA])),
  ).toBeDefined()
  expect(phone().appState('regular').get('["label_edit","10"]')?.labelEditAction?.name).toBe('Old')
})

test('without the key of the phone a change is refused by its reason, and succeeds once the key is there', async () => {
  sandbox.faults.set(ACCOUNT, { hold: true })
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  const { chats } = client.connection
  expect(await outcomeOf(chats.archive(ADA, true, []))).toContain('has not shared the key')
  expect(await outcomeOf(chats.label(ADA, 'Lead'))).toContain('has not shared the key')
  sandbox.faults.set(ACCOUNT, { hold: false })
  sandbox.faults.release(ACCOUNT)
  await synchronized()
  await chats.label(ADA, 'Lead')
  expect(labelsOnPhone(ADA)).toEqual(['Lead'])
})

test('a change the server refuses is told as refused, and the next one still goes through', async () => {
  await pair()
  const stop = sandbox.intercept(refusePatch)
  const { chats } = client.connection
  expect(await outcomeOf(chats.archive(ADA, true, []))).toContain('refused')
  stop()
  expect(archivedOnPhone(ADA)).toBeUndefined()
  await chats.archive(ADA, true, [])
  expect(archivedOnPhone(ADA)?.archived).toBe(true)
})

/** Of a file without a host the library asks a name that only this proxy resolves here. */
async function startMediaProxy() {
  const mediaPort = Number(new URL(sandbox.mediaUrl).port)
  const proxy = await startTestProxy({ protocol: 'http', names: { 'mmg.whatsapp.net:443': mediaPort } })
  const { host, port } = proxy
  const route = { id: 'p', protocol: 'http', host, port, user: '', password: '', isOwn: false } as const
  return { proxy, access: { choose: async () => route, failed: async () => {}, worked: async () => {} } }
}

test('what is kept of the chats comes whole, as files, by the proxy of the client and no other way', async () => {
  await sandbox.close()
  sandbox = await startTestNetwork({ appStateVia: 'snapshot' })
  const { proxy, access } = await startMediaProxy()
  await phone().changeAppState('regular', [
    { index: ['label_edit', '1'], value: { labelEditAction: { name: 'Lead' } }, version: 3 },
  ])
  await pair({ proxy: access })
  await client.connection.chats.label(ADA, 'Lead')
  expect(labelsOnPhone(ADA)).toEqual(['Lead'])
  expect(madeLabels()).toEqual(['Lead'])
  expect(proxy.tunnels.map((tunnel) => tunnel.host)).toContain('mmg.whatsapp.net')
  await proxy.stop()
})

test('what the phone changes comes once and in order, over a host that failed and a time without a connection', async () => {
  let isBroken = false
  client = await pairNetworkClient(sandbox, {
    phone: ACCOUNT,
    onEvents: (events) => {
      if (isBroken && events.some(({ kind }) => kind === 'chats')) throw new Error('the host failed')
    },
  })
  await synchronized()
  isBroken = true
  await phone().markChat(ADA, { pinned: true })
  await client.closed()
  await phone().markChat(ADA, { archived: true })
  await phone().markChat(ADA, { archived: false })
  const second = new NetworkClient({
    target: client.target,
    credentials: client.credentials,
    connector: client.connector,
  })
  await second.opened()
  const told = () =>
    second
      .event('chats')
      .flatMap(({ notice }) => notice.news.filter((news) => 'chat' in news && news.chat === ADA))
  await until('the last of it', () => told().at(-1)?.kind === 'archived' && told().length > 2)
  const chat = ADA
  expect(told()).toEqual([
    { kind: 'pinned', chat, isPinned: true },
    { kind: 'archived', chat, isArchived: true },
    { kind: 'pinned', chat, isPinned: false },
    { kind: 'archived', chat, isArchived: false },
  ])
  expect(second.event('chats').every(({ journalId }) => journalId !== null)).toBe(true)
  await second.connection.close()
})

test('what was so before the client was linked is told as such in all the parts in which the network gives it', async () => {
  for (const archived of [true, false, true]) await phone().markChat(ADA, { archived })
  sandbox.faults.set(ACCOUNT, { pageAppState: 50 })
  await pair()
  const ofAda = () =>
    client
      .event('chats')
      .filter(({ notice }) => notice.news.some((news) => 'chat' in news && news.chat === ADA))
  await until('all of it', () => ofAda().length === 5)
  expect(ofAda().map(({ notice }) => notice.isFirst)).toEqual([true, true, true, true, true])
})

test('what was so before the client was linked is told as such, and a change whose code does not fit is read anew', async () => {
  await phone().markChat(ADA, { archived: true })
  await pair()
  await until('what was before', () => client.event('chats').length > 0)
  const [first] = client.event('chats')
  expect(first?.notice).toMatchObject({ isFirst: true, news: [{ kind: 'archived', chat: ADA }, {}] })
  sandbox.faults.set(ACCOUNT, { corruptAppState: 2 })
  await phone().markChat(ADA, { unread: true })
  const isUnread = () =>
    client.event('chats').some(({ notice }) => notice.news.some(({ kind }) => kind === 'unread'))
  await until('the change', isUnread)
})

describe('changes that come in a file', () => {
  /** Of so many chats at once that the phone uploads them. */
  const pinMany = () =>
    phone().changeAppState(
      'regular_low',
      Array.from({ length: 101 }, (_, n) => ({
        index: ['pin_v1', n === 0 ? ADA : `${447700900800 + n}@s.whatsapp.net`],
        value: { timestamp: 1, pinAction: { pinned: true } },
        version: 5,
      })),
    )
  const newsOf = (of: NetworkClient) => of.event('chats').flatMap(({ notice }) => notice.news)
  const ofKind = (of: NetworkClient, wanted: string, chat: Address) =>
    newsOf(of).filter((news) => news.kind === wanted && 'chat' in news && news.chat !== chat)
  /** Without what was read before anything came in a file. */
  const pinsOf = (of: NetworkClient) => ofKind(of, 'pinned', BOB)
  const mutesOf = (of: NetworkClient) => ofKind(of, 'muted', BOB)

  let media: Awaited<ReturnType<typeof startMediaProxy>>

  beforeEach(async () => {
    await sandbox.close()
    sandbox = await startTestNetwork({ appStateVia: 'snapshot' })
    media = await startMediaProxy()
    await pair({ proxy: media.access })
  })
  afterEach(() => media.proxy.stop())

  /** What the phone did while nothing was connected, of which the files are gone. */
  async function comeBack(spoil: () => void): Promise<NetworkClient> {
    await phone().markChat(BOB, { pinned: true, mutedUntilMs: -1 })
    await until(
      'both collections',
      () =>
        newsOf(client).filter((news) => 'chat' in news && news.chat === BOB && news.kind !== 'archived')
          .length > 1,
    )
    await client.connection.close()
    await pinMany()
    await phone().markChat(ADA, { mutedUntilMs: -1 })
    spoil()
    const { target, credentials, connector } = client
    const second = new NetworkClient({ target, credentials, connector, proxy: media.access })
    await second.opened()
    return second
  }

  test('are told as those that come with the patch', async () => {
    await pinMany()
    await until('all of them', () => pinsOf(client).length === 101)
    expect(pinsOf(client)[0]).toEqual({ kind: 'pinned', chat: ADA, isPinned: true })
  })

  test('are taken from the whole where the file is gone, once, and those of other collections as always', async () => {
    const second = await comeBack(() => sandbox.media.expire({ lost: true }))
    await until('all of them', () => pinsOf(second).length >= 101 && mutesOf(second).length > 0)
    expect(second.event('chats').every(({ notice }) => !notice.isFirst)).toBe(true)
    await phone().markChat(ADA, { pinned: false })
    await until('the next', () => pinsOf(second).length >= 102)
    expect(pinsOf(second)).toHaveLength(102)
    expect(pinsOf(second).at(-1)).toEqual({ kind: 'pinned', chat: ADA, isPinned: false })
    await second.connection.close()
  })

  test('do not keep other collections from being read where the whole is gone too, and come once it is there', async () => {
    const second = await comeBack(() =>
      sandbox.media.set({ refuseDownloads: { status: 410, count: 1_000_000 } }),
    )
    await until('what is in no file', () => mutesOf(second).length > 0)
    expect(pinsOf(second)).toEqual([])
    sandbox.media.clear()
    await until('all of them', () => pinsOf(second).length === 101)
    await second.connection.close()
  })
})
