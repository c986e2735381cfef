import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Sandbox } from '../../../../sandbox/index.ts'
import { startTestNetwork } from '../../../../sandbox/testing/network.ts'
import { NetworkClient, pairNetworkClient, until } from '../../../../test/support/network-client.ts'
import { createMemoryCredentialStore } from '../../memory-credentials.ts'

const ACCOUNT = '447700900810'
const VERSIONS = 'app-state-sync-version'
const COLLECTION = 'critical_block'

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startTestNetwork()
})
afterEach(() => sandbox.close())

const namesOf = (client: NetworkClient) =>
  client
    .event('profile')
    .flatMap(({ notice }) => notice.news.flatMap((news) => (news.kind === 'name' ? news.name : [])))

it('is told once when the phone changes it, though this dies when the library has read of it, and not when set here', async () => {
  const phone = sandbox.phone(ACCOUNT)
  await phone.setProfile({ name: 'Before' })
  const store = createMemoryCredentialStore()
  let isDying = false
  const credentials: typeof store = {
    ...store,
    get journal() {
      return store.journal
    },
    get commits() {
      return store.commits
    },
    async commit(batch) {
      await store.commit(batch)
      const isRead = batch.keys?.some(({ type, id }) => type === VERSIONS && id === COLLECTION)
      if (isDying && isRead) store.failCommitsWith(new Error('the process died'))
    },
  }
  const first = await pairNetworkClient(sandbox, { phone: ACCOUNT, credentials })
  await until('what it was called before', () => store.keys.get(VERSIONS)?.has(`told:${COLLECTION}`))
  expect(await first.connection.profile.setName('Set here')).toMatchObject({ kind: 'answered' })
  isDying = true
  await phone.setProfile({ name: 'Set there' })
  await first.closed()
  store.failCommitsWith(null)
  isDying = false
  const told = namesOf(first)

  const second = new NetworkClient({ target: first.target, credentials, connector: first.connector })
  await second.opened()
  await until('the name', () => [...told, ...namesOf(second)].length > 0)
  await phone.setProfile({ name: 'Set again' })
  await until('the next name', () => namesOf(second).includes('Set again'))
  expect([...new Set([...told, ...namesOf(second)])]).toEqual(['Set there', 'Set again'])
  await second.connection.close()
})
