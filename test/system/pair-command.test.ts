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
  // Each by a process of its own, beside the service.
  account = await createAccount(place, () => service.url, place.parley)
})
afterAll(() => place.remove())

/** The command as its own process; resolves or rejects with what it said when it ends. */
const pairWith = (options: readonly string[], { clientId, key } = account) => {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PARLEY_URL: service.url,
    PARLEY_KEY: key,
  }
  return promisify(execFile)(process.execPath, [PARLEY, 'pair', clientId, ...options], { env })
}
const pair = (phone: string, who = account) => pairWith(['--phone', phone], who)

const readCode = ({ clientId, api } = account) =>
  awaitState('a code', async () => {
    const { pairingCode } = await api.call<{ pairingCode: { code: string } | null }>('server.qr', {
      clientId,
    })
    return pairingCode?.code
  })

test('prints a link for somebody else and nothing beside it, and says what is wrong with how it was called', async () => {
  const { stdout, stderr } = await pairWith(['--link', '--minutes', '5'])
  expect(stdout).toMatch(new RegExp(`^${service.url}/pair#[\\w-]{43}\n$`))
  expect(stderr).toContain('Send it only to the owner of the number.')
  const page = await fetch(stdout.trim(), { headers: { accept: 'text/html' } })
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const [, token] = stdout.trim().split('#')
  const shown = await fetch(`${service.url}/api/pairing/show`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  expect(await shown.json()).toMatchObject({ over: null, isOpen: false })
  expect(service.readLog()).not.toContain(token)
  await expect(pairWith(['--link', '--minutes', '61'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('minutes'),
  })
  for (const wrong of [[], ['--link', '--phone', PHONE], ['--phone', PHONE, '--minutes', '5']])
    await expect(pairWith(wrong)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Give either --phone, or --link'),
    })
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

test('says that the network asks for the passkey too, and ends when what it signed has linked the client', async () => {
  const asked = await createAccount(place, () => service.url)
  const phone = '447700900191'
  await callSandbox(place.dataDir, '/faults', { account: phone, askPasskey: true })
  const running = pair(phone, asked)
  let output = ''
  running.child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const code = await readCode(asked)
  await callSandbox(place.dataDir, '/phone/enter-code', { account: phone, code })
  const { clientId } = asked
  const challenge = await awaitState('the passkey to be asked for', async () => {
    const { options } = await asked.api.call<{ options: { challenge: string } | null }>(
      'worker.passkey.get',
      { clientId },
    )
    return options?.challenge
  })
  await awaitState('the command to say so', async () =>
    output.includes('The network asks for the passkey of the account'),
  )
  const assertion = await callSandbox(place.dataDir, '/phone/sign-passkey', { account: phone, challenge })
  await asked.api.call('worker.passkey.answer', { clientId, assertion })
  const { stderr } = await running
  expect(stderr).toContain('The phone has linked the client.')
})

/** A command that asks for the passkey of `phone`, with what it said so far and a way to type. */
async function beAskedForPasskey(phone: string) {
  const asked = await createAccount(place, () => service.url)
  await callSandbox(place.dataDir, '/faults', { account: phone, askPasskey: true })
  const running = pair(phone, asked)
  // Looked at when it is awaited below.
  running.catch(() => {})
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    running.child[name]?.on('data', (chunk) => {
      output[name] += chunk
    })
  await callSandbox(place.dataDir, '/phone/enter-code', { account: phone, code: await readCode(asked) })
  const awaitOutput = (what: string, from: keyof typeof output, text: string, times = 1) =>
    awaitState(what, async () => output[from].split(text).length > times)
  const sign = async (account = phone) => {
    // The steps are told on the other output, which may be read first.
    const readChallenge = async () => /"challenge":"([^"]+)"/.exec(output.stdout)?.[1]
    const challenge = await awaitState('the challenge', readChallenge)
    return JSON.stringify(await callSandbox(place.dataDir, '/phone/sign-passkey', { account, challenge }))
  }
  await awaitOutput('the steps', 'stderr', 'paste it here and press Enter')
  return {
    asked,
    running,
    output,
    awaitOutput,
    sign,
    type: (line: string) => running.child.stdin?.write(`${line}\n`),
  }
}

test('takes what the passkey signed from its input, and says what is wrong with what it does not take', async () => {
  const { running, awaitOutput, sign, type } = await beAskedForPasskey('447700900192')
  type('{"id": "cut off')
  await awaitOutput(
    'what is wrong with a text cut off',
    'stderr',
    'This is not the text that the page shows.',
  )
  type(await sign('447700900193'))
  await awaitOutput('the refusal', 'stderr', 'The network refused this passkey.')
  type(await sign())
  expect((await running).stderr).toContain('The phone has linked the client.')
})

test.each([
  { phone: '447700900194', answer: 'yes' },
  { phone: '447700900195', answer: 'no' },
])('asks whether the phone shows the same code, and takes $answer', async ({ phone, answer }) => {
  const { asked, running, output, awaitOutput, sign, type } = await beAskedForPasskey(phone)
  const setAway = (offline: boolean) => callSandbox(place.dataDir, '/offline', { account: phone, offline })
  // The proof that spares the comparison serves once.
  await setAway(true)
  type(await sign())
  await awaitOutput('that it was taken', 'stderr', 'The passkey was taken')
  await callSandbox(place.dataDir, '/phone/ask-passkey-again', { account: phone })
  await awaitOutput('the steps again', 'stderr', 'paste it here and press Enter', 2)
  type(await sign())
  await awaitOutput('that it was taken again', 'stderr', 'The passkey was taken', 2)
  await setAway(false)
  await awaitOutput('the question', 'stderr', 'Type yes or no')
  const { code } = await callSandbox<{ code: string }>(place.dataDir, '/phone/passkey-code', {
    account: phone,
  })
  expect(output.stdout).toContain(`\n${code}\n`)
  type('perhaps')
  await awaitOutput('the question again', 'stderr', 'Type yes or no', 2)
  type(answer)
  if (answer === 'yes') expect((await running).stderr).toContain('The phone has linked the client.')
  else
    await expect(running).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was linked'),
    })
  const { phoneNumber } = await asked.api.call<{ phoneNumber: string | null }>('clients.get', {
    id: asked.clientId,
  })
  expect(phoneNumber).toBe(answer === 'yes' ? `+${phone}` : null)
})
