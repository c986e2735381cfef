import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callSandbox, type SandboxContact } from '../../src/bin/demo/sandbox-contact.ts'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

/** The whole form: FULL=1 npx vitest run --project system kills; a minute of half-second lives: KILLS=120 KILL_CONTACTS=50. */
const isFull = process.env.FULL === '1'
const KILLS = Number(process.env.KILLS ?? (isFull ? 12 : 4))
const CONTACTS = Number(process.env.KILL_CONTACTS ?? (isFull ? 50 : 10))
/** As on the real network, where messages cross with answers and new sessions: phones see things this much later. */
const PHONE_DELAY_MS = 300
/** A start takes about a second on a machine that has nothing else to do, and far more on one that has. */
const START_WITHIN_MS = 90_000
/** How long a service lives once it says that it is ready. */
const LIVES_MS = 500
const FINISH_WITHIN_MS = 180_000

const place = createWorkplace()
const network = createWorkplace()
let service: ServiceProcess
let account: PairedAccount
let env: Record<string, string>

const NODES: [id: string, type: string, data: object][] = [
  ['t', 'trigger.keyword', { values: ['go'] }],
  ['q', 'ask', { prompt: 'Name?', saveAs: 'name' }],
  ['s', 'send.text', { text: 'Hi {{ vars.name }}' }],
  [
    'm',
    'menu',
    {
      prompt: 'Plan?',
      saveAs: 'plan',
      options: [
        { id: 'a', label: 'Basic' },
        { id: 'b', label: 'Pro' },
      ],
    },
  ],
  ['d', 'send.text', { text: '{{ vars.name }} takes {{ vars.plan }}' }],
  ['e', 'send.text', { text: 'Bye {{ vars.name }}' }],
]
const EDGES = ['t:out>q', 'q:reply>s', 's:out>m', 'm:opt:a>d', 'm:opt:b>d', 'd:out>e']

function toEdge(short: string, n: number) {
  const [from = '', target] = short.split('>')
  const [source = '', ...handle] = from.split(':')
  return { id: `e${n}`, source, sourceHandle: handle.join(':'), target }
}

beforeAll(async () => {
  await network.start({ args: ['sandbox'] })
  const { wsUrl, rootKeyHex, rootSerial } = JSON.parse(
    readFileSync(path.join(network.dataDir, 'sandbox.json'), 'utf8'),
  ) as { wsUrl: string; rootKeyHex: string; rootSerial: number }
  env = { NETWORK_URL: wsUrl, NETWORK_ROOT_KEY: rootKeyHex, NETWORK_ROOT_SERIAL: String(rootSerial) }
  service = await place.start({ env })
  account = await pairAccount(place, () => service.url, network.dataDir)
  const { id } = await account.api.call<{ id: string }>('flows.import', {
    ...{ version: 1, name: 'Kills', clientId: account.clientId },
    nodes: NODES.map(([node, type, data]) => ({ id: node, type, data, position: { x: 0, y: 0 } })),
    edges: EDGES.map(toEdge),
  })
  await account.api.call('flows.publish', { id })
})

afterAll(async () => {
  await place.remove()
  await network.remove()
})

/** What a contact says in one round, each with how many messages it then has more. */
const ROUND = [
  ['go', 1],
  ['Ana', 2],
  ['2', 2],
] as const
const MESSAGES_A_ROUND = 5

/** Rejects when anything reached the contact unreadable, also when it was made up for later. */
const readTexts = async (contact: SandboxContact): Promise<(string | null)[]> =>
  (await contact.read(0)).map((message) => message.text)

/** Talks round after round, always waiting for its answers, until it is told to stop; answers how many rounds. */
async function converse(contact: SandboxContact, mayStop: () => boolean): Promise<number> {
  let expected = 0
  for (let round = 1; ; round += 1) {
    for (const [text, answers] of ROUND) {
      await contact.sendText(account.number, text)
      expected += answers
      await awaitState(
        `message ${expected}`,
        async () => {
          if ((await contact.read(0)).length >= expected) return true
          await sleep(150)
          return false
        },
        KILLS * START_WITHIN_MS + FINISH_WITHIN_MS,
      )
    }
    if (mayStop()) return round
  }
}

/** Lets the service live for half a second after each start, then kills it. */
async function killAgainAndAgain(): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(LIVES_MS)
    await service.kill()
    service = await place.start({ env })
  }
}

test(`a service killed ${KILLS} times, half a second after each start, says to each of ${CONTACTS} contacts, ${PHONE_DELAY_MS} ms away, what one that lives says, readable at once`, {
  timeout: KILLS * START_WITHIN_MS + 2 * FINISH_WITHIN_MS,
}, async () => {
  const calm = newContact(network.dataDir)
  await converse(calm, () => true)
  const story = await readTexts(calm)
  expect(story).toEqual(['Name?', 'Hi Ana', 'Plan?\n1. Basic\n2. Pro', 'Ana takes b', 'Bye Ana'])

  await callSandbox(network.dataDir, '/phones', { delayMs: PHONE_DELAY_MS })
  let isCalm = false
  const contacts = Array.from({ length: CONTACTS }, () => newContact(network.dataDir))
  const talks = contacts.map((contact) => converse(contact, () => isCalm))
  const startedAtMs = Date.now()
  await killAgainAndAgain()
  const seconds = (Date.now() - startedAtMs) / 1_000
  isCalm = true
  const rounds = await Promise.all(talks)
  // Whatever would come twice has the time to come.
  await sleep(2_000)
  for (const [at, contact] of contacts.entries()) {
    const expected = Array.from({ length: rounds[at] ?? 0 }, () => story).flat()
    expect(await readTexts(contact)).toEqual(expected)
  }
  const total = rounds.reduce((sum, count) => sum + count, 0)
  process.stdout.write(
    `${JSON.stringify({ kills: KILLS, seconds, contacts: CONTACTS, rounds: total, messages: total * MESSAGES_A_ROUND })}\n`,
  )
})
