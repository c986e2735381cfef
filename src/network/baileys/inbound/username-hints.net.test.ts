import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Sandbox } from '../../../../sandbox/index.ts'
import { startTestNetwork } from '../../../../sandbox/testing/network.ts'
import { NetworkClient, pairNetworkClient, until } from '../../../../test/support/network-client.ts'
import type { Address } from '../../../core/addresses.ts'

const ACCOUNT = '447700900830'
const ANA = '447700900831'

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startTestNetwork()
})
afterEach(() => sandbox.close())

it('a hint that a username changed is followed by the next connection, when this one ended before it was answered', async () => {
  const ana = sandbox.contact(ANA)
  const lid = `${ana.lid}@lid` as Address
  const findLidsByHash = async () => [lid]
  const first = await pairNetworkClient(sandbox, { phone: ACCOUNT, findLidsByHash })
  await ana.sendText(ACCOUNT, 'hello')
  await first.receivedText('hello')
  const asked: string[] = []
  const answerAgain = sandbox.intercept(({ tag, attrs }) => {
    if (tag !== 'iq' || attrs.xmlns !== 'usync') return undefined
    asked.push(attrs.id ?? '')
    return 'drop'
  })
  ana.setUsername('ana.silva')
  await until('the question', () => asked.length > 0)
  sandbox.faults.cut(ACCOUNT)
  await first.closed()
  expect(first.event('username')).toEqual([])
  answerAgain()

  const { target, credentials, connector } = first
  const second = new NetworkClient({ target, credentials, connector, findLidsByHash })
  const told = await until('the username', () => second.event('username')[0])
  expect(told).toMatchObject({ lid, username: 'ana.silva' })
  const hints = credentials.journal.map(({ id }) => id).filter((id) => id.startsWith('username-hint|'))
  await until('the end of the hint', () =>
    second.event('other').some(({ journalId }) => journalId !== null && hints.includes(journalId)),
  )
  await second.connection.close()
})
