import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { awaitConnected, newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const BOOKING = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../examples/flows/appointment-booking.json'), 'utf8'),
) as Record<string, unknown>

const place = createWorkplace()
const network = createWorkplace()
let service: ServiceProcess
let account: PairedAccount
let env: Record<string, string>

beforeAll(async () => {
  await network.start({ args: ['sandbox'] })
  const { wsUrl, rootKeyHex, rootSerial } = JSON.parse(
    readFileSync(path.join(network.dataDir, 'sandbox.json'), 'utf8'),
  ) as {
    wsUrl: string
    rootKeyHex: string
    rootSerial: number
  }
  env = { NETWORK_URL: wsUrl, NETWORK_ROOT_KEY: rootKeyHex, NETWORK_ROOT_SERIAL: String(rootSerial) }
  service = await place.start({ env, isFirst: true })
  account = await pairAccount(place, () => service.url, network.dataDir)
  const flow = await account.api.call<{ id: string }>('flows.import', {
    ...BOOKING,
    clientId: account.clientId,
  })
  await account.api.call('flows.publish', { id: flow.id })
})

afterAll(async () => {
  await place.remove()
  await network.remove()
})

const TURNS = [
  ['appointment', 'Which visit shall we book?\n1. Check-up (30 minutes)\n2. Cleaning (45 minutes)'],
  ['2', 'What name shall I put down?'],
  ['Ana', 'Which day suits you? For example 2027-03-15.'],
  ['2027-03-15', 'And at what time? For example 14:30.'],
  ['14:30', 'Ana, cleaning on 2027-03-15 at 14:30, 45 minutes. Is that right? (yes / no)'],
  ['yes', 'Booked. See you on 2027-03-15 at 14:30, Ana!'],
] as const

/** A delay that ended while the client was away goes on a minute after its return, so an answer may take that long. */
const ANSWER_WITHIN_MS = 120_000

/** Milliseconds after the contact wrote at which the service dies: before, while and after it answers. */
const KILL_AFTER_MS = [0, 5, 15, 30, 60, 120]

test('a service that is killed again and again goes on with every run, without a new QR, and doubles nothing', async () => {
  const contact = newContact(network.dataDir)
  const expected: string[] = []
  for (const [index, [text, answer]] of TURNS.entries()) {
    await contact.sendText(account.number, text)
    await new Promise((resolve) => setTimeout(resolve, KILL_AFTER_MS[index]))
    await service.kill()
    service = await place.start({ env })
    expected.push(answer)
    await awaitState(
      `the answer to "${text}"`,
      async () => (await contact.read(0)).length >= expected.length,
      ANSWER_WITHIN_MS,
    )
  }
  await awaitConnected(account.api, account.clientId)
  const shown = await contact.read(0)
  expect(shown.map((message) => message.text)).toEqual(expected)

  const { states } = await account.api.call<{ states: { id: string; state: string }[] }>(
    'flows.states.list',
    {
      clientId: account.clientId,
      contactJid: contact.number,
    },
  )
  expect(states.map((run) => run.state)).toEqual(['completed'])
})

test('a message that came while the service was dead is answered once after the restart', async () => {
  const contact = newContact(network.dataDir)
  await service.kill()
  await contact.sendText(account.number, 'appointment')
  service = await place.start({ env })
  await awaitState('the prompt', async () => (await contact.read(0)).length >= 1)
  expect((await contact.read(0)).map((message) => message.text)).toEqual([TURNS[0][1]])
})
