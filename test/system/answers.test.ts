import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import type { SandboxContact } from '../../src/bin/demo/sandbox-contact.ts'
import { OPERATIONS } from '../../src/contract/index.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { findFieldGaps } from '../support/declared-fields.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

/** The operations of the interface, without the extensions. */
const NAMED = OPERATIONS.filter(({ entry }) => !entry.extension)
/** What this version refuses, with the reason or code it gives. */
const REFUSED: Readonly<Record<string, readonly [number, string]>> = {
  'proxy.seed': [403, 'ADMINS_ONLY'],
}
const BOOKING = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../examples/flows/appointment-booking.json'), 'utf8'),
) as Record<string, unknown> & { nodes: object[]; edges: object[] }
/** The same flow, usable as a main menu too. */
const FLOW = {
  ...BOOKING,
  nodes: [
    ...BOOKING.nodes,
    { id: 'menu', type: 'trigger.main_menu', position: { x: 0, y: 300 }, data: {} },
    { id: 'hello', type: 'send.text', position: { x: 200, y: 300 }, data: { text: 'Hello' } },
  ],
  edges: [...BOOKING.edges, { id: 'menu-hello', source: 'menu', target: 'hello' }],
}

const place = createWorkplace()
const answers = new Map<string, { status: number; body: unknown }>()
let service: ServiceProcess
let account: PairedAccount
let contact: SandboxContact

/** Calls an operation and keeps what it answered last. */
async function call(operation: string, input: Record<string, unknown>): Promise<unknown> {
  const response = await fetch(`${service.url}${API_PREFIX}/${operation.replaceAll('.', '/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': account.key },
    body: JSON.stringify(input),
  })
  const body = (await response.json()) as unknown
  answers.set(operation, { status: response.status, body })
  return body
}

async function callChat(clientId: string): Promise<void> {
  const target = contact.number
  await contact.sendText(account.number, 'good morning')
  const inbound = await awaitState('the message', async () => {
    const page = await call('chat.getConversationMessages', { clientId, jid: target })
    return (page as { messages: { id: string }[] }).messages[0]?.id
  })
  const theirs = { remoteJid: target, id: inbound, fromMe: false }
  const sent = (await call('chat.sendMessage', { clientId, target, message: { text: 'hello' } })) as {
    res: { key: { id: string } }
  }
  const ours = { remoteJid: target, id: sent.res.key.id, fromMe: true }
  await call('chat.reactMessage', { clientId, target, key: theirs, reaction: '👍' })
  await call('chat.editMessage', { clientId, target, key: ours, text: 'hello again' })
  await call('chat.forwardMessage', { clientId, target, messageId: inbound, sourceJid: target })
  await call('chat.readMessages', { clientId, keys: [theirs] })
  const image = { image: 'https://example.com/1.jpg' }
  await call('chat.sendAlbum', { clientId, target, album: [image, image] })
  await call('chat.getConversationMessages', { clientId, jid: target })
  await call('chat.fetchContacts', { clientId })
}

async function callFlows(clientId: string): Promise<void> {
  const { id } = (await call('flows.import', { ...FLOW, clientId })) as { id: string }
  await call('flows.publish', { id })
  await call('flows.list', {})
  await contact.sendText(account.number, 'appointment')
  const run = await awaitState('the run', async () => {
    const { states } = await account.api.call<{ states: { id: string }[] }>('flows.states.list', { clientId })
    return states[0]?.id
  })
  await call('flows.states.get', { id: run })
  await call('flows.states.events', { id: run })
  await call('clients.updateMainMenuFlow', { clientId, mainMenuFlowId: id })
  const flag = { clientId, contactJid: contact.number, flag: 'blacklist', value: true }
  await call('clients.setContactFlag', flag)
  await call('flows.unpublish', { id })
}

beforeAll(async () => {
  service = await place.start()
  account = await pairAccount(place, () => service.url)
  contact = newContact(place.dataDir)
  const { clientId } = account
  await call('server.ping', {})
  await call('server.qr', { clientId })
  await call('worker.start', { clientId })
  await callChat(clientId)
  await callFlows(clientId)
  await call('clients.get', { id: clientId })
  await call('proxy.seed', { proxies: [] })
})
afterAll(() => place.remove())

describe('on a service of its own', () => {
  test.each(NAMED)('$name answers every declared field and no other', async ({ name, procedure }) => {
    const { status, body } = answers.get(name) ?? { status: 0, body: null }
    const refused = REFUSED[name]
    if (refused) {
      const { code, data } = body as { code: string; data?: { reason?: string } }
      expect([status, data?.reason ?? code]).toEqual(refused)
      return
    }
    expect([name, status]).toEqual([name, 200])
    const schema = procedure['~orpc'].outputSchema
    const { issues } = (await schema?.['~standard'].validate(body)) ?? { issues: ['no schema'] }
    expect(issues).toBeUndefined()
    expect(findFieldGaps(schema as unknown as $ZodType, body)).toEqual([])
  })

  test('the lists that were looked at were not empty', () => {
    const bodyOf = (name: string) => answers.get(name)?.body as Record<string, unknown[]> & unknown[]
    for (const name of ['flows.list', 'flows.states.events']) expect(bodyOf(name).length).toBeGreaterThan(0)
    expect(bodyOf('chat.getConversationMessages').messages?.length).toBeGreaterThan(2)
    expect(bodyOf('chat.fetchContacts').contacts?.length).toBeGreaterThan(0)
    expect(bodyOf('clients.setContactFlag').cancelledRunIds?.length).toBe(1)
  })
})

test('a missing field and an undeclared one are found wherever they are', () => {
  const schema = z.object({
    list: z.array(z.object({ id: z.string(), name: z.string().nullable() })).nullable(),
    open: z.looseObject({ id: z.string(), note: z.string().optional() }),
  })
  expect(findFieldGaps(schema, { list: [{ id: 'a', name: null }], open: { id: 'b', more: 1 } })).toEqual([])
  expect(findFieldGaps(schema, { list: [{ id: 'a', extra: 1 }], open: {} })).toEqual([
    'answer.list.0.extra: is not declared',
    'answer.list.0.name: is missing',
    'answer.open.id: is missing',
  ])
})
