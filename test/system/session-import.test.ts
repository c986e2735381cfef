import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { callSandbox } from '../../src/bin/demo/sandbox-contact.ts'
import { readSandboxAddress } from '../../src/bin/networks/sandbox-address.ts'
import { awaitConnected, createAccount, newContact } from '../support/account.ts'
import { toEvolutionRow, withoutCreds } from '../support/foreign-session.ts'
import { LibraryProgram } from '../support/library-program.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const place = createWorkplace()
let service: ServiceProcess
const programs: LibraryProgram[] = []

beforeAll(async () => {
  service = await place.start()
})
afterEach(() => {
  for (const program of programs.splice(0)) program.remove()
})
afterAll(() => place.remove())

async function pairElsewhere(): Promise<LibraryProgram> {
  const program = new LibraryProgram(readSandboxAddress(place.dataDir))
  programs.push(program)
  const { qr } = await program.awaitNews('qr')
  await callSandbox(place.dataDir, '/scan', { qr })
  await program.awaitNews('open')
  return program
}

test('a folder is moved in by the command line while the service runs, and goes on there', async () => {
  const account = await createAccount(place, () => service.url)
  const program = await pairElsewhere()
  await program.stop()
  const importInto = (...paths: string[]) =>
    place.parley('session', 'import', '--email', account.email, '--client', account.clientId, ...paths)
  await expect(importInto(path.join(program.folder, 'nowhere'))).rejects.toThrow('does not exist')
  await expect(importInto(path.join(program.folder, 'creds.json'))).rejects.toThrow('none of their keys')
  const answer = await importInto(program.folder)
  expect(answer).toMatch(/^\+\d+ {2}\d{3,} keys$/)
  const number = answer.split(' ')[0] ?? ''
  await account.api.call('worker.start', { clientId: account.clientId })
  await awaitConnected(account.api, account.clientId)
  const contact = newContact(place.dataDir)
  await contact.sendText(number, 'hello there')
  await awaitState('the message', async () => {
    const page = await account.api.call<{ messages: { text: string | null }[] }>(
      'chat.getConversationMessages',
      { clientId: account.clientId, jid: contact.number },
    )
    return page.messages.some(({ text }) => text === 'hello there')
  })
  await expect(importInto(program.folder)).rejects.toThrow('Stop it with worker.stop')
})

test('the row and the folder of Evolution API are given together', async () => {
  const account = await createAccount(place, () => service.url)
  const program = await pairElsewhere()
  const files = await program.stop()
  const [row, folder] = [
    path.join(place.dataDir, 'Session.json'),
    path.join(place.dataDir, 'instances/b2d6f0'),
  ]
  writeFileSync(row, JSON.stringify(toEvolutionRow(files, 'b2d6f0')))
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of withoutCreds(files)) writeFileSync(path.join(folder, name), text)
  const common = ['session', 'import', '--email', account.email, '--client', account.clientId]
  expect(await place.parley(...common, row, folder)).toContain('keys')
  await account.api.call('worker.start', { clientId: account.clientId })
  await awaitConnected(account.api, account.clientId)
})
