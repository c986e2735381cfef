import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { findFreePort } from '../support/ports.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc')
const TIMEOUT_MS = 120_000

/** What somebody writes who installed the package: it sends, is told the event by the stream, and takes it by a webhook. */
const PROGRAM = `
import { createServer } from 'node:http'
import { createParley, type Input, type Output, ParleyError, type Schemas, verifyWebhook } from 'parley-client'

const [url = '', key = '', clientId = '', target = '', port = ''] = process.argv.slice(2)
const parley = createParley({ url, key })
const input: Input<'chat.sendMessage'> = { clientId, target, message: { text: 'from the package' } }

const hook = await parley.webhooks.create({ url: \`http://127.0.0.1:\${port}/\`, names: ['message.sent'] })
const delivered = Promise.withResolvers<string>()
const server = createServer((req, res) => {
  const pieces: Buffer[] = []
  req.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => {
    verifyWebhook(hook.secret, req.headers, Buffer.concat(pieces)).then(
      (event) => delivered.resolve(event.name),
      delivered.reject,
    )
    res.end()
  })
})
await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))

const stop = new AbortController()
const streamed = (async () => {
  for await (const event of parley.streamEvents({ events: ['message.sent'], after: '0', signal: stop.signal }))
    if (event.name === 'message.sent') return event.data.fromMe ? event.name : event.data.origin
  return null
})()
const first: Output<'chat.sendMessage'> = await parley.chat.sendMessage(input, { idempotencyKey: 'package-1' })
const again: Schemas['SendResult'] = await parley.call('chat.sendMessage', input, { idempotencyKey: 'package-1' })
const code = await parley.clients.get({ id: '00000000-0000-4000-8000-000000000000' }).then(
  () => null,
  (error: unknown) => (error instanceof ParleyError ? error.code : String(error)),
)
const facts = {
  type: first.type,
  isSame: JSON.stringify(first) === JSON.stringify(again),
  code,
  streamed: await streamed,
  delivered: await delivered.promise,
}
stop.abort()
server.close()
console.log(JSON.stringify(facts))
process.exit()
`

/** The same package by `require`, on the oldest Node that it names: without anything that is newer. */
const COMMONJS = `
import { createParley, ParleyError, type Output } from 'parley-client'

async function main(): Promise<void> {
  const [url = '', key = ''] = process.argv.slice(2)
  const pong: Output<'server.ping'> = await createParley({ url, key }).server.ping()
  const refused = await createParley({ url, key: 'nobody' }).server.ping().catch((error: unknown) => error)
  console.log(JSON.stringify([pong.message, refused instanceof ParleyError && refused.status]))
}
void main()
`

/** What the types must refuse; a line that compiles fails as an unused expectation. */
const MISTAKES = `
import { createParley } from 'parley-client'

const parley = createParley({ url: '', key: '' })
// @ts-expect-error there is no such operation
void parley.chat.sendMessages({})
// @ts-expect-error there is no such operation
void parley.call('chat.sendMessages', {})
// @ts-expect-error the recipient is missing
void parley.chat.sendMessage({ clientId: 'c', message: { text: 'a' } })
// @ts-expect-error a text is a string
void parley.chat.sendMessage({ clientId: 'c', target: '1', message: { text: 1 } })
// @ts-expect-error a client has no such field
void parley.clients.get({ id: 'c' }).then((client) => client.shoeSize)
// @ts-expect-error the input is needed
void parley.flows.states.cancel()
`

/** As strict as a project can be, with Node's types alone, and with the declarations of the package checked too. */
const CONFIG = {
  compilerOptions: {
    ...{ target: 'es2024', lib: ['es2024'], module: 'nodenext', skipLibCheck: false },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ noPropertyAccessFromIndexSignature: true, noImplicitOverride: true, isolatedModules: true },
    ...{ types: ['node'], typeRoots: [path.join(ROOT, 'node_modules/@types')], outDir: 'out' },
  },
  include: ['*.ts', '*.cts'],
}

const run = promisify(execFile)
const place = createWorkplace({ OUTBOUND_ALLOW: '127.0.0.1' })
const project = mkdtempSync(path.join(tmpdir(), 'parley-package-'))
let service: ServiceProcess
let account: PairedAccount

/** Packs as for the registry, which builds it (`npm test` passes on that no scripts are run), and unpacks where an installation would put it. */
async function install(): Promise<string[]> {
  rmSync(path.join(ROOT, 'packages/client/dist'), { recursive: true, force: true })
  const args = [
    'pack',
    '--json',
    '--foreground-scripts=false',
    '--ignore-scripts=false',
    '--pack-destination',
    project,
  ]
  const { stdout } = await run('npm', args, { cwd: path.join(ROOT, 'packages/client'), timeout: TIMEOUT_MS })
  const packed = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
  const folder = path.join(project, 'node_modules/parley-client')
  mkdirSync(folder, { recursive: true })
  const tarball = path.join(project, packed[0]?.filename ?? '')
  await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components', '1'])
  return packed[0]?.files.map((file) => file.path) ?? []
}

beforeAll(async () => {
  service = await place.start()
  account = await pairAccount(place, () => service.url)
})
afterAll(async () => {
  await place.remove()
  rmSync(project, { recursive: true, force: true })
})

test('the packed client is complete, compiles in a project of its own, and does what it says against the service', async () => {
  const files = await install()
  expect(files).toEqual(
    expect.arrayContaining([
      ...['README.md', 'package.json'],
      ...['esm', 'cjs'].flatMap((folder) => [`dist/${folder}/index.js`, `dist/${folder}/index.d.ts`]),
    ]),
  )
  expect(files.filter((file) => /test|src\//.test(file))).toEqual([])
  expect(readdirSync(path.join(project, 'node_modules'))).toEqual(['parley-client'])
  writeFileSync(path.join(project, 'package.json'), '{"type": "module"}')
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(CONFIG))
  writeFileSync(path.join(project, 'program.ts'), PROGRAM)
  writeFileSync(path.join(project, 'required.cts'), COMMONJS)
  writeFileSync(path.join(project, 'mistakes.ts'), MISTAKES)
  const compiled = await run(process.execPath, [TSC, '-p', project], { timeout: TIMEOUT_MS }).catch(
    (error: { stdout: string }) => error,
  )
  expect(compiled.stdout).toBe('')

  // The Node of this project, and the one that the machine has.
  for (const node of [process.execPath, 'node']) {
    const required = [path.join(project, 'out/required.cjs'), service.url, account.key]
    const { stdout } = await run(node, required, { timeout: TIMEOUT_MS })
    expect(JSON.parse(stdout)).toEqual(['pong', 401])
  }

  const contact = newContact(place.dataDir)
  const port = await findFreePort()
  const args = [service.url, account.key, account.clientId, contact.number, String(port)]
  const { stdout } = await run(process.execPath, [path.join(project, 'out/program.js'), ...args], {
    timeout: TIMEOUT_MS,
  })
  expect(JSON.parse(stdout)).toEqual({
    type: 'success',
    isSame: true,
    code: 'NOT_FOUND',
    streamed: 'message.sent',
    delivered: 'message.sent',
  })
  const received = await awaitState('the message', async () => {
    const messages = await contact.read(0)
    return messages.length > 0 && messages
  })
  expect(received.map(({ text }) => text)).toEqual(['from the package'])
})
