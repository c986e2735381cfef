import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { NetworkClient, pairNetworkClient, until } from '../../../test/support/network-client.ts'

const ACCOUNT = '447700900310'
const ADA = '447700900311'
const BOB = '447700900312'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startTestNetwork()
})
afterAll(() => sandbox.close())

it('tells of what happened to groups and the profile in order, over a host that failed and a time without a connection', async () => {
  const group = sandbox.group({ subject: 'Team', participants: [ACCOUNT], creator: ADA })
  let isBroken = false
  const first = await pairNetworkClient(sandbox, {
    phone: ACCOUNT,
    onEvents: (events) => {
      if (isBroken && events.some(({ kind }) => kind === 'group')) throw new Error('the host failed')
    },
  })
  isBroken = true
  await group.setSubject('While the host failed')
  await first.closed()
  await group.add([BOB])
  await group.promote([BOB])
  await sandbox.phone(ACCOUNT).setProfile({ about: 'Away' })

  const second = new NetworkClient({
    target: first.target,
    credentials: first.credentials,
    connector: first.connector,
  })
  await second.opened()
  const told = () =>
    second.event('group').flatMap(({ notice }) => notice.news.map((news) => ({ ...news, id: notice.id })))
  await until('the last of it', () =>
    told().some((news) => news.kind === 'members' && news.change === 'promoted'),
  )
  // What was in the journal may come from the network too, as the same notice.
  const once = told().filter((news, i, all) => all.findIndex(({ id }) => id === news.id) === i)
  expect(once.map((news) => (news.kind === 'members' ? news.change : news.kind))).toEqual([
    'subject',
    'added',
    'promoted',
  ])
  expect(second.event('group').every(({ journalId }) => journalId !== null)).toBe(true)
  await until('the profile', () => second.event('profile').length > 0)
  expect(second.event('profile').map(({ notice }) => notice.news)).toEqual([
    [{ kind: 'about', about: 'Away' }],
  ])
  await second.connection.close()
})

it('asks the network for what it needs, and answers its refusals by their code', async () => {
  const client = await pairNetworkClient(sandbox, { phone: '447700900320' })
  const { groups } = client.connection
  const theirs = sandbox.group({ subject: 'Theirs', participants: [BOB], creator: ADA })
  const address = theirs.jid as never
  expect(await groups.find(address)).toEqual({ kind: 'refused', networkCode: 403 })
  expect(await groups.find('120363999999999999@g.us' as never)).toEqual({ kind: 'refused', networkCode: 404 })
  expect(await groups.list()).toEqual({ kind: 'answered', value: [] })
  await client.connection.close()
  await expect(groups.list()).rejects.toThrow('not connected')
})

it('tells of calls in order, also of those that began and ended without a connection', async () => {
  const account = '447700900330'
  let isBroken = false
  const first = await pairNetworkClient(sandbox, {
    phone: account,
    onEvents: (events) => {
      if (isBroken && events.some(({ kind }) => kind === 'call')) throw new Error('the host failed')
    },
  })
  isBroken = true
  const ada = sandbox.contact(ADA)
  const begun = await ada.call(account, { video: true })
  await first.closed()
  await begun.hangUp()
  const missed = await ada.call(account)
  await missed.hangUp(true)

  const second = new NetworkClient({
    target: first.target,
    credentials: first.credentials,
    connector: first.connector,
  })
  await second.opened()
  const told = () => second.event('call').map(({ notice }) => `${notice.callId} ${notice.step}`)
  await until('the last of it', () => told().includes(`${missed.id} ended`))
  expect([...new Set(told())]).toEqual([
    `${begun.id} offered`,
    `${begun.id} ended`,
    `${missed.id} offered`,
    `${missed.id} ended`,
  ])
  const [offer] = second.event('call')
  expect(offer).toMatchObject({
    notice: { isVideo: true, group: null, caller: { phone: `${ADA}@s.whatsapp.net` } },
  })
  await until('the acknowledgements', () => sandbox.phone(account).devices[0]?.waiting === 0)
  await second.connection.close()
})

it('tells at its login whom the account has blocked, also before it was linked', async () => {
  const account = '447700900340'
  await sandbox.phone(account).setBlocked(ADA, true)
  const client = await pairNetworkClient(sandbox, { phone: account })
  await until('the list', () => client.event('blocklist').length > 0)
  expect(client.event('blocklist')[0]?.people).toMatchObject([{ phone: `${ADA}@s.whatsapp.net` }])
  await client.connection.close()
})
