import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callSandbox } from '../../src/bin/demo/sandbox-contact.ts'
import { createAccount, type UnpairedAccount } from '../support/account.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const PARLEY = path.join(import.meta.dirname, '../../scripts/parley.mjs')
const PHONE = '447700900190'

const place = createWorkplace()
let service: ServiceProcess
let account: UnpairedAccount

beforeAll(async () => {
  service = await place.start()
  account = await createAccount(place, () => service.url)
})
afterAll(() => place.remove())

/** The command as its own process; resolves or rejects with what it said when it ends. */
const pair = (phone: string) => {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PARLEY_URL: service.url,
    PARLEY_KEY: account.key,
  }
  return promisify(execFile)(process.execPath, [PARLEY, 'pair', account.clientId, '--phone', phone], { env })
}

const readCode = () =>
  awaitState('a code', async () => {
    const { clientId } = account
    const { pairingCode } = await account.api.call<{ pairingCode: { code: string } | null }>('server.qr', {
      clientId,
    })
    return pairingCode?.code
  })

test('prints the code and ends when the phone has linked the client; without a code it says why', async () => {
  await callSandbox(place.dataDir, '/faults', { account: PHONE, refuseCodes: { code: 400, count: 1 } })
  await expect(pair(PHONE)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The network refused to give a code for this number.'),
  })
  await expect(pair('12')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('7 to 15 digits'),
  })

  const running = pair(`+${PHONE}`)
  const code = await readCode()
  await callSandbox(place.dataDir, '/phone/enter-code', { account: PHONE, code })
  const { stdout, stderr } = await running
  expect(stdout).toBe(`${code}\n`)
  expect(stderr).toContain(`Type it into the phone +${PHONE} before`)
  expect(stderr).toContain('The phone has linked the client.')
  expect(
    (await account.api.call<{ phoneNumber: string }>('clients.get', { id: account.clientId })).phoneNumber,
  ).toBe(`+${PHONE}`)
})
