import { afterEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { type NetworkClient, pairNetworkClient, until } from '../../../test/support/network-client.ts'

const ACCOUNT = '447700900100'
const ADA = '447700900201'

let sandbox: Sandbox
let client: NetworkClient

afterEach(async () => {
  await client.connection.close()
  await sandbox.close()
})

/** Notes the ids of what the client answers. */
function noteAnswers(ids: Set<string>): void {
  sandbox.intercept(({ tag, attrs }) => {
    if (tag === 'iq' && attrs.type === 'result' && attrs.id) ids.add(attrs.id)
    return undefined
  })
}

test('every ping of the network is answered, so that it keeps the connection', async () => {
  // A busy machine may take a while to answer: the network asks again only after that long.
  sandbox = await startTestNetwork({ timeouts: { pingMs: 2_000 } })
  const answered = new Set<string>()
  noteAnswers(answered)
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  await until('two pings to be answered', () => answered.size >= 2)
  expect(client.state('closed')).toBeUndefined()
  expect(sandbox.problems()).toEqual([])
})

test('a stanza of a kind that the library does not know is acknowledged, and messages go on', async () => {
  sandbox = await startTestNetwork()
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  const waiting = () => sandbox.phone(ACCOUNT).devices[0]?.waiting
  await until('the first stanzas to be confirmed', () => waiting() === 0)
  await sandbox
    .phone(ACCOUNT)
    .push({ tag: 'status', attrs: { id: 'S1', from: 's.whatsapp.net', type: 'text' } })
  await sandbox.phone(ACCOUNT).push({ tag: 'novelty', attrs: { id: 'N1', from: 's.whatsapp.net' } })
  await until('both to be acknowledged', () => waiting() === 0)
  await sandbox.contact(ADA).sendText(ACCOUNT, 'still here?')
  await client.receivedText('still here?')
})

test.each([
  ['whose LID nobody knows', ADA, true],
  ['whose LID is known', ADA, false],
  ['that is the account itself', ACCOUNT, false],
])(
  'what the account’s phone writes to a person %s is confirmed to the device that it came from',
  async (_, to, concealed) => {
    sandbox = await startTestNetwork()
    if (concealed) sandbox.contact(ADA, { addressing: 'pn' }).setConcealed(true)
    client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
    const waiting = () => sandbox.phone(ACCOUNT).devices[0]?.waiting
    await until('the first stanzas to be confirmed', () => waiting() === 0)
    await sandbox.phone(ACCOUNT).sendText(to, 'from the phone')
    await client.receivedText('from the phone')
    await until('it to be confirmed', () => waiting() === 0 || sandbox.problems().length > 0)
    expect(sandbox.problems()).toEqual([])
    expect(waiting()).toBe(0)
  },
)

test('a message that could be read is confirmed by its receipt alone, as the network’s own clients do it', async () => {
  sandbox = await startTestNetwork()
  const answers: string[] = []
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  sandbox.intercept(({ tag, attrs }) => {
    answers.push(`${tag} ${attrs.class ?? attrs.type ?? ''} ${attrs.id}`)
    return undefined
  })
  const id = await sandbox.contact(ADA).sendText(ACCOUNT, 'hello')
  await client.receivedText('hello')
  await until('it to be confirmed', () => sandbox.phone(ACCOUNT).devices[0]?.waiting === 0)
  await client.connection.probe(30_000)
  expect(answers.filter((line) => line.endsWith(` ${id}`))).toEqual([`receipt inactive ${id}`])
})

const KINDS = ['status', 'novelty', 'appdata', 'status']

test('an hour in which hardly anything is said, with stanzas that the library does not know, ends no connection', async () => {
  sandbox = await startTestNetwork()
  const ada = sandbox.contact(ADA, { addressing: 'pn' })
  ada.setConcealed(true)
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  const answered = new Set<string>()
  noteAnswers(answered)
  const phone = sandbox.phone(ACCOUNT)
  const isConfirmed = () => phone.devices[0]?.waiting === 0 || client.state('closed')
  await until('the first stanzas to be confirmed', isConfirmed)
  await ada.sendText(ACCOUNT, 'good night')
  await phone.sendText(ADA, 'good night from the phone')
  await client.receivedText('good night from the phone')
  for (let step = 0; step < 120 && !client.state('closed'); step += 1) {
    sandbox.passTime(30_000)
    const tag = KINDS[step % KINDS.length] ?? 'status'
    await phone.push({ tag, attrs: { id: `S${step}`, from: 's.whatsapp.net', type: 'text' } })
    // Answers keep the order of what they answer, so that a ping of before is answered then too.
    await until('it to be acknowledged', isConfirmed)
  }
  expect(client.state('closed')).toBeUndefined()
  expect(answered.size).toBeGreaterThanOrEqual(50)
  expect(sandbox.problems()).toEqual([])
  await ada.sendText(ACCOUNT, 'good morning')
  await client.receivedText('good morning')
})

test('a stream that the network ends for a missing acknowledgement is opened again, and nothing is unlinked', async () => {
  // Long enough for everything else to be acknowledged in time, also while it is being linked.
  sandbox = await startTestNetwork({ timeouts: { answerMs: 3_000 } })
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  sandbox.intercept(({ tag, attrs }) => (tag === 'ack' && attrs.id === 'S1' ? 'drop' : undefined))
  await sandbox.phone(ACCOUNT).push({ tag: 'status', attrs: { id: 'S1', from: 's.whatsapp.net' } })
  expect(await client.closed()).toMatchObject({ reason: 'unavailable' })
  expect(sandbox.phone(ACCOUNT).devices).toHaveLength(1)
  expect(await client.credentials.readCredentials()).not.toBeNull()
})
