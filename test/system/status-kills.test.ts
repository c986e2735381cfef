import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callSandbox } from '../../src/bin/demo/sandbox-contact.ts'
import { type PairedAccount, pairAccount } from '../support/account.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const KILLS = Number(process.env.KILLS ?? 4)
/** How long a service lives once it says that it is ready. */
const LIVES_MS = 500
const FINISH_WITHIN_MS = 180_000
const ANA = '447700900461'

const place = createWorkplace()
const network = createWorkplace()
let service: ServiceProcess
let account: PairedAccount
let env: Record<string, string>

beforeAll(async () => {
  await network.start({ args: ['sandbox'] })
  const { wsUrl, rootKeyHex, rootSerial } = JSON.parse(
    readFileSync(path.join(network.dataDir, 'sandbox.json'), 'utf8'),
  ) as { wsUrl: string; rootKeyHex: string; rootSerial: number }
  env = { NETWORK_URL: wsUrl, NETWORK_ROOT_KEY: rootKeyHex, NETWORK_ROOT_SERIAL: String(rootSerial) }
  service = await place.start({ env })
  account = await pairAccount(place, () => service.url, network.dataDir)
  await callSandbox(network.dataDir, '/phone/contact', {
    ...{ account: account.number, number: ANA, fullName: 'Ana Lima' },
  })
})
afterAll(async () => {
  await place.remove()
  await network.remove()
})

interface Posted {
  type: 'success' | 'error'
  res?: { key: { id: string } }
}

interface Shown {
  id: string
  text: string | null
  wireCount: number
}

interface Told {
  name: string
  data: { id: string }
}

const ofAna = <T>(route: string, body: object = {}) =>
  callSandbox<T>(network.dataDir, route, { contact: ANA, ...body })
const shownToAna = async () => (await ofAna<{ statuses: Shown[] }>('/statuses')).statuses

/** Posts by a key until the network took it, as a program does that repeats what nobody answered; answers its id. */
async function postOnce(text: string): Promise<string> {
  const { api, clientId } = account
  const asked = { clientId, text, audience: [ANA], idempotencyKey: text }
  return awaitState(
    `the status "${text}"`,
    async () => {
      const answer = await api.call<Posted>('status.post', asked).catch(() => null)
      return answer?.type === 'success' ? answer.res?.key.id : null
    },
    FINISH_WITHIN_MS,
  )
}

/** One after the other, each seen by Ana once she has it, until it is enough; answers their ids. */
async function postOn(mayStop: () => boolean): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < 3 || !mayStop()) {
    const id = await postOnce(`Own ${ids.length + 1}`)
    await awaitState(`Ana has ${id}`, async () => (await shownToAna()).some((shown) => shown.id === id))
    await ofAna('/status/see', { ids: [id] })
    ids.push(id)
  }
  return ids
}

async function postAsAna(mayStop: () => boolean): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < 10 || !mayStop()) {
    const text = `Of Ana ${ids.length + 1}`
    ids.push((await ofAna<{ id: string }>('/status/post', { text, to: [account.number] })).id)
    await sleep(250)
  }
  return ids
}

/** Reads on where it stopped, as the calls of an hour are counted. */
function createReader() {
  const all: Told[] = []
  let cursor: string | null = null
  return async function readOn(): Promise<readonly Told[]> {
    const names = ['status.posted', 'status.failed', 'status.received', 'status.seen']
    for (;;) {
      const asked = { names, limit: 500, ...(cursor === null ? {} : { cursor }) }
      const page: { events: Told[]; nextCursor: string } = await account.api.call('events.list', asked)
      cursor = page.nextCursor
      if (page.events.length === 0) return all
      all.push(...page.events)
    }
  }
}

const idsOf = (told: readonly Told[], name: string) =>
  told.flatMap(({ name: event, data }) => (event === name ? [data.id] : []))

test(`a service killed ${KILLS} times posts each status once, and tells once and in order what became of it and what a contact posted`, {
  timeout: 3 * FINISH_WITHIN_MS,
}, async () => {
  let isCalm = false
  const posting = postOn(() => isCalm)
  const receiving = postAsAna(() => isCalm)
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(LIVES_MS)
    await service.kill()
    service = await place.start({ env })
  }
  isCalm = true
  const [own, received] = await Promise.all([posting, receiving])
  const readOn = createReader()
  const told = await awaitState(
    'all that happened',
    async () => {
      await sleep(500)
      const events = await readOn()
      const isThere = idsOf(events, 'status.seen').length >= own.length
      return isThere && idsOf(events, 'status.received').length >= received.length && events
    },
    FINISH_WITHIN_MS,
  )
  expect(idsOf(told, 'status.received')).toEqual(received)
  expect(idsOf(told, 'status.posted')).toEqual(own)
  expect(idsOf(told, 'status.seen')).toEqual(own)
  const order = told.flatMap(({ name: event, data }) =>
    event === 'status.received' ? [] : [`${event} ${data.id}`],
  )
  for (const id of own)
    expect(order.indexOf(`status.posted ${id}`)).toBeLessThan(order.indexOf(`status.seen ${id}`))
  const shown = await shownToAna()
  expect(shown.map(({ id }) => id)).toEqual(own)
  process.stdout.write(
    `${JSON.stringify({ kills: KILLS, own: own.length, received: received.length, unsure: idsOf(told, 'status.failed').length })}\n`,
  )
})
