import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { awaitConnected, newContact, pairAccount } from '../support/account.ts'
import { createWorkplace } from '../support/service-process.ts'

const place = createWorkplace()
const network = createWorkplace()
afterAll(async () => {
  await place.remove()
  await network.remove()
})

const EMAIL = 'boss@example.org'
const PASSWORD = 'correct horse battery'

test('the master key is changed under a running service that sends, and nothing is lost by it', async () => {
  await network.start({ args: ['sandbox'] })
  const { wsUrl, rootKeyHex, rootSerial } = JSON.parse(
    readFileSync(path.join(network.dataDir, 'sandbox.json'), 'utf8'),
  ) as { wsUrl: string; rootKeyHex: string; rootSerial: number }
  const env = { NETWORK_URL: wsUrl, NETWORK_ROOT_KEY: rootKeyHex, NETWORK_ROOT_SERIAL: String(rootSerial) }
  let service = await place.start({ env })
  const account = await pairAccount(place, () => service.url, network.dataDir)
  // Slow enough for the hour's limit of the key, whatever the machine takes for the rest.
  await account.api.call('clients.update', { id: account.clientId, sendRatePerSecond: 4, sendBurst: 1 })
  const contact = newContact(network.dataDir)
  await place.prepare('user', 'create', '--email', EMAIL, '--password', PASSWORD)
  const signedIn = await fetch(`${service.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  const askAsPerson = () =>
    fetch(`${service.url}${API_PREFIX}/sessions/list`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie,
        origin: service.url,
        'sec-fetch-site': 'same-origin',
      },
      body: '{}',
    })
  const keyFile = path.join(place.dataDir, 'master.key')
  const before = readFileSync(keyFile, 'utf8')

  let sending = true
  const sent: string[] = []
  const send = async (text: string) => {
    const { type } = await account.api.call<{ type: string }>('chat.sendMessage', {
      clientId: account.clientId,
      target: contact.number,
      message: { text },
    })
    expect(type).toBe('success')
    sent.push(text)
  }
  await send('first')
  const traffic = (async () => {
    for (let i = 0; sending; i += 1) await send(`during ${i}`)
  })()
  expect(await place.parley('master-key', 'rotate')).toMatch(/^\d+ values sealed anew/)
  expect(await place.parley('master-key', 'retire')).toContain('open nothing any more')
  sending = false
  await traffic
  const after = readFileSync(keyFile, 'utf8')
  expect(after.trim()).toMatch(/^[\da-f]{64}$/)
  expect(after).not.toBe(before)
  expect(sent.length).toBeGreaterThan(2)

  await service.kill()
  service = await place.start({ env })
  await awaitConnected(account.api, account.clientId)
  await send('last')
  expect((await askAsPerson()).status).toBe(200)
  const shown = (await contact.read(0)).map(({ text }) => text)
  expect(shown).toEqual(sent)
  expect(service.readLog()).not.toContain('master key')
}, 400_000)

test('a service whose key file is missing refuses to start, makes no other one, and starts once it is back', async () => {
  const lost = createWorkplace()
  try {
    const keyFile = path.join(lost.dataDir, 'master.key')
    const first = await lost.start()
    expect(await first.stop()).toBe(0)
    const key = readFileSync(keyFile, 'utf8')
    rmSync(keyFile)
    const refused = await lost.startRefused()
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`The key file ${keyFile}`) })
    await expect(lost.parley('master-key', 'rotate')).rejects.toThrow('MASTER_KEY')
    expect(existsSync(keyFile)).toBe(false)
    writeFileSync(keyFile, key, { mode: 0o600 })
    await lost.start()
  } finally {
    await lost.remove()
  }
})
