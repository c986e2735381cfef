import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const TSC = path.join(ROOT, 'node_modules/typescript7/bin/tsc')
const EXAMPLE = path.join(ROOT, 'examples/typed-client/send-hello.ts')
const TIMEOUT_MS = 170_000

/** What the generated types must refuse; a line that compiles fails as an unused expectation. */
const MISTAKES = `
import createClient from 'openapi-fetch'
import type { components, paths } from './parley-api.ts'

const parley = createClient<paths>({ baseUrl: '' })
const clientId = 'c'
// @ts-expect-error there is no such operation
void parley.POST('/chat/sendMessages', { body: {} })
// @ts-expect-error the recipient is missing
void parley.POST('/chat/sendMessage', { body: { clientId, message: { text: 'a' } } })
// @ts-expect-error a text is a string
void parley.POST('/chat/sendMessage', { body: { clientId, target: '1', message: { text: 1 } } })
// @ts-expect-error not one of the ways to wait
void parley.POST('/chat/sendMessage', { body: { clientId, target: '1', message: { text: 'a' }, wait: 'never' } })
// @ts-expect-error a client has no such field
export const readShoeSize = (client: components['schemas']['Client']) => client.shoeSize
// @ts-expect-error a code that this error never has
export const code: components['schemas']['NotFoundError']['code'] = 'BAD_REQUEST'
`

/** A program that works on events by their kind, as its author would write it. */
const EVENTS = `
import createClient from 'openapi-fetch'
import type { components, paths } from './parley-api.ts'

export async function readEvents(baseUrl: string): Promise<string[]> {
  const { data } = await createClient<paths>({ baseUrl }).POST('/events/list', { body: {} })
  return (data?.events ?? []).map(tell)
}

function tell(event: components['schemas']['LoggedEvent']): string {
  switch (event.name) {
    case 'message.received':
      return event.data.text ?? event.data.type
    case 'client.status':
      return event.data.code
    case 'message.deleted':
      // @ts-expect-error a message that was taken back has no text
      return event.data.text
    default:
      // @ts-expect-error not every event is of a message
      return event.data.fromMe
  }
}

export function tellPosted(event: components['schemas']['MessageVoteEvent' | 'ClientQrEvent']): string {
  return event.type === 'client.qr' ? event.data.qr : event.data.options.join()
}
`

const CONFIG = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    rewriteRelativeImportExtensions: true,
    outDir: 'out',
  },
  include: ['*.ts'],
}

const run = promisify(execFile)
const place = createWorkplace()
// Beside the modules, because the example imports one of them.
const project = mkdtempSync(path.join(ROOT, 'node_modules', '.typed-client-'))
let service: ServiceProcess
let account: PairedAccount

async function compile(): Promise<string> {
  const document = pathToFileURL(path.join(ROOT, 'docs/openapi.json'))
  writeFileSync(path.join(project, 'parley-api.ts'), astToString(await openapiTS(document)))
  copyFileSync(EXAMPLE, path.join(project, 'send-hello.ts'))
  writeFileSync(path.join(project, 'mistakes.ts'), MISTAKES)
  writeFileSync(path.join(project, 'events.ts'), EVENTS)
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(CONFIG))
  const outcome = await run(process.execPath, [TSC, '-p', project], { timeout: TIMEOUT_MS }).catch(
    (error: { stdout: string }) => error,
  )
  return outcome.stdout
}

const sendHello = (env: Record<string, string>) =>
  run(process.execPath, [path.join(project, 'out/send-hello.js')], {
    env: { PARLEY_URL: service.url, PARLEY_KEY: account.key, CLIENT_ID: account.clientId, ...env },
    timeout: TIMEOUT_MS,
  })

beforeAll(async () => {
  service = await place.start()
  account = await pairAccount(place, () => service.url)
})
afterAll(async () => {
  await place.remove()
  rmSync(project, { recursive: true, force: true })
})

describe('a client generated from the OpenAPI document', () => {
  test('compiles, and its types refuse what the service would', async () => {
    expect(await compile()).toBe('')
  })

  test('sends a message that arrives', async () => {
    const contact = newContact(place.dataDir)
    await contact.sendText(account.number, 'hello?')
    const { stdout } = await sendHello({ TARGET: contact.number })
    expect(stdout).toMatch(/^success \w+\n$/)
    const { messages } = await account.api.call<{ messages: { id: string; text: string | null }[] }>(
      'chat.getConversationMessages',
      { clientId: account.clientId, jid: contact.number },
    )
    expect(messages).toContainEqual(
      expect.objectContaining({ id: stdout.trim().split(' ')[1], text: 'Hello from a typed client' }),
    )
  })

  test('tells refusals by their code', async () => {
    await expect(sendHello({ TARGET: '1', PARLEY_KEY: 'parley_nobody' })).rejects.toMatchObject({
      stderr: expect.stringContaining('Error: UNAUTHORIZED: '),
    })
    await expect(sendHello({ TARGET: 'nobody' })).rejects.toMatchObject({
      stderr: expect.stringContaining('Error: BAD_REQUEST: target: '),
    })
  })
})
