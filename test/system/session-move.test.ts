import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  awaitConnected,
  createAccount,
  newContact,
  type PairedAccount,
  pairAccount,
  type UnpairedAccount,
} from '../support/account.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const [network, oldPlace, newPlace] = [createWorkplace(), createWorkplace(), createWorkplace()]
const PASSPHRASE = 'correct horse battery'
let env: Record<string, string>
let oldService: ServiceProcess
let newService: ServiceProcess
let from: PairedAccount
let to: UnpairedAccount

beforeAll(async () => {
  await network.start({ args: ['sandbox'] })
  const published = JSON.parse(readFileSync(path.join(network.dataDir, 'sandbox.json'), 'utf8')) as {
    wsUrl: string
    rootKeyHex: string
    rootSerial: number
  }
  env = {
    NETWORK_URL: published.wsUrl,
    NETWORK_ROOT_KEY: published.rootKeyHex,
    NETWORK_ROOT_SERIAL: String(published.rootSerial),
  }
  oldService = await oldPlace.start({ env })
  newService = await newPlace.start({ env })
  from = await pairAccount(oldPlace, () => oldService.url, network.dataDir)
  to = await createAccount(newPlace, () => newService.url)
})

afterAll(async () => {
  for (const place of [oldPlace, newPlace, network]) await place.remove()
})

async function readTexts({ api, clientId }: UnpairedAccount, jid: string): Promise<string[]> {
  const page = await api.call<{ messages: { text: string | null }[] }>('chat.getConversationMessages', {
    clientId,
    jid,
  })
  return page.messages.map(({ text }) => text ?? '').toReversed()
}

const awaitTexts = (account: UnpairedAccount, jid: string, texts: string[]) =>
  awaitState(`the messages ${texts.join(', ')}`, async () => {
    const found = await readTexts(account, jid)
    return texts.every((text) => found.includes(text))
  })

const readStatus = ({ api, clientId }: UnpairedAccount) =>
  api.call<{ status: string; code: string }>('worker.status', { clientId })

test('a session goes on in another service without scanning, and the old one leaves it alone', async () => {
  const contact = newContact(network.dataDir)
  await contact.sendText(from.number, 'at the old place')
  await awaitTexts(from, contact.number, ['at the old place'])

  const { file } = await from.api.call<{ file: string }>('clients.exportSession', {
    id: from.clientId,
    passphrase: PASSPHRASE,
  })
  await contact.sendText(from.number, 'on the way')
  const imported = await to.api.call<{ phoneNumber: string }>('clients.importSession', {
    id: to.clientId,
    file,
    passphrase: PASSPHRASE,
  })
  expect(imported.phoneNumber).toBe(from.number)
  await to.api.call('worker.start', { clientId: to.clientId })
  await awaitConnected(to.api, to.clientId)
  const { data } = await to.api.call<{ data: unknown }>('server.qr', { clientId: to.clientId })
  expect(data).toBe(true)
  await contact.sendText(from.number, 'at the new place')
  await awaitTexts(to, contact.number, ['on the way', 'at the new place'])

  // The restart of a service starts what should run; this client is not of those, and a wish alone does not make it so.
  await oldService.kill()
  oldService = await oldPlace.start({ env })
  await expect(from.api.call('worker.start', { clientId: from.clientId })).rejects.toThrow('reclaimSession')
  await to.api.call('chat.sendMessage', {
    clientId: to.clientId,
    target: contact.number,
    message: { text: 'from the new place' },
  })
  const inbox = await awaitState('the answer', async () => {
    const found = await contact.read(0)
    return found.length > 0 && found
  })
  expect(inbox.map(({ text }) => text)).toEqual(['from the new place'])
  expect(await readStatus(from)).toMatchObject({ status: 'stopped', code: 'SESSION_EXPORTED' })
  expect(await readStatus(to)).toMatchObject({ status: 'connected' })
  expect(await readTexts(from, contact.number)).toEqual(['at the old place'])
  const history = await to.api.call<{ code: string }[]>('clients.history', { id: to.clientId })
  expect(history.map(({ code }) => code)).not.toContain('QR_WAITING')
  expect(history.map(({ code }) => code)).not.toContain('REPLACED')
})
