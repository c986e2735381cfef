import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Contact, Sandbox } from '../../sandbox/index.ts'
import { AT_ONCE } from '../../sandbox/testing/network.ts'
import type { Address } from '../../src/core/addresses.ts'
import { type ClientService, startClientService } from '../support/client-service.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import {
  type SessionFiles,
  toBytes,
  toEvolutionRow,
  toRedisHash,
  toSingleDocument,
  toWahaRows,
  toZip,
  withoutCreds,
} from '../support/foreign-session.ts'
import { LibraryProgram } from '../support/library-program.ts'
import { refusalOf } from '../support/refusal.ts'
import { awaitState } from '../support/service-process.ts'

const database = useTestDatabase()
let service: ClientService
let sandbox: Sandbox
let ctx: ClientService['ctx']
let handlers: ClientService['handlers']
const programs: LibraryProgram[] = []
let accounts = 0

beforeAll(async () => {
  service = await startClientService(database(), { network: { phoneDelay: AT_ONCE } })
  ;({ sandbox, handlers, ctx } = service)
})
afterEach(() => {
  for (const program of programs.splice(0)) program.remove()
})
afterAll(() => service.stop())

const insertEmpty = (): Promise<string> => insertClient(database().pool, { userId: ctx.principal.userId })

async function call<T>(work: Promise<T> | undefined): Promise<T> {
  if (!work) throw new Error('the operation has no handler')
  return work
}

const statusOf = async (clientId: string) => call(handlers.worker?.status?.({ clientId }, ctx))
const start = async (clientId: string) => call(handlers.worker?.start?.({ clientId }, ctx))
const awaitCode = (clientId: string, code: string) =>
  awaitState(`the client to be ${code}`, async () => (await statusOf(clientId)).code === code)
const importSession = async (id: string, file: Uint8Array, session?: string) =>
  call(
    handlers.clients?.importBaileysSession?.(
      { id, file: Buffer.from(file).toString('base64'), ...(session ? { session } : {}) },
      ctx,
    ),
  )

interface Elsewhere {
  program: LibraryProgram
  phone: string
  contact: Contact
}

/** An account that another program paired, with a conversation in which both have written. */
async function pairElsewhere(): Promise<Elsewhere> {
  accounts += 1
  const phone = `4477006${String(accounts).padStart(5, '0')}`
  const contact = sandbox.contact(`4477005${String(accounts).padStart(5, '0')}`)
  const program = new LibraryProgram(sandbox)
  programs.push(program)
  await sandbox.scan((await program.awaitNews('qr')).qr, { phone })
  await program.awaitNews('open')
  await contact.sendText(phone, 'at the old place')
  await awaitState('the message', async () =>
    program.news.some((news) => news.kind === 'message' && news.text === 'at the old place'),
  )
  program.send({ kind: 'send', to: `${contact.number}@s.whatsapp.net`, text: 'from the old place' })
  await contact.waitForMessage(({ text }) => text === 'from the old place')
  return { program, phone, contact }
}

const addressOf = (number: string): Address => `${number}@s.whatsapp.net` as Address

async function readTexts(clientId: string, number: string): Promise<(string | null)[]> {
  const page = await call(
    handlers.chat?.getConversationMessages?.(
      { clientId, jid: addressOf(number), limit: 50, direction: 'before' },
      ctx,
    ),
  )
  return page.messages.map(({ text }) => text)
}

async function readStored(clientId: string) {
  const { rows } = await database().pool.query(
    `select session_moved_in as "movedIn", session_import_id as "importId", address, worker_desired_state as desired,
       (select count(*)::int from credential where client_id = c.id) as credentials,
       (select count(*)::int from credential_key where client_id = c.id) as keys
     from client c where id = $1`,
    [clientId],
  )
  return rows[0] as Record<string, unknown>
}

const TYPES = ['pre-key', 'session', 'sender-key-memory', 'sender-key', 'app-state-sync-key'].concat([
  'app-state-sync-version',
  'lid-mapping',
  'device-list',
  'tctoken',
  'identity-key',
])
const DOCUMENT = Object.fromEntries(TYPES.map((type) => [type, type]))

/** Each layout with where it is from. */
const LAYOUTS: readonly [name: string, make: (files: SessionFiles) => Uint8Array, source: string][] = [
  // useMultiFileAuthState, rc14 (lib/Utils/use-multi-file-auth-state.js), as a zip of the folder.
  ['a folder of the library', (files) => toZip(files, 'auth_info_baileys/'), 'baileys'],
  // One document of creds and keys, as stores of one row keep it.
  ['one JSON document', (files) => toBytes(toSingleDocument(files, DOCUMENT)), 'baileys'],
  // Evolution API 2.3: prisma/postgresql-schema.prisma `Session`, keys in instances/<id>/ (use-multi-file-auth-state-prisma.ts).
  [
    'a row and a folder of Evolution API',
    (files) =>
      toZip(
        new Map([
          ['Session.json', JSON.stringify([toEvolutionRow(files, 'b2d6f0')])],
          ...[...withoutCreds(files)].map(([name, text]) => [`instances/b2d6f0/${name}`, text] as const),
        ]),
      ),
    'evolution',
  ],
  // The same with CACHE_REDIS_SAVE_INSTANCES: everything in one hash (use-multi-file-auth-state-redis-db.ts).
  ['a Redis hash of Evolution API', (files) => toBytes(toRedisHash(files)), 'baileys'],
  // WAHA, NOWEB with local files: <sessions>/noweb/<name>/ (LocalStoreCore.ts, NowebAuthFactoryCore.ts).
  [
    'the files of WAHA',
    (files) => toZip(new Map([...files, ['.waha.session.config.json', '{}']]), 'noweb/default/'),
    'waha',
  ],
  // WAHA, NOWEB with PostgreSQL: waha_auth (usePostgresAuthState.ts).
  ['the rows of WAHA', (files) => toBytes(toWahaRows(files, 'default')), 'waha'],
]

test.for(LAYOUTS)('a session goes on from %s, with all its conversations', async ([, make, source]) => {
  const { program, phone, contact } = await pairElsewhere()
  const files = await program.stop()
  await contact.sendText(phone, 'on the way')
  const clientId = await insertEmpty()
  expect(await importSession(clientId, make(files))).toMatchObject({
    phoneNumber: `+${phone}`,
    source,
    skippedKeys: 0,
  })
  expect(await statusOf(clientId)).toMatchObject({ code: 'IMPORT_PENDING', status: 'stopped' })
  expect(await readStored(clientId)).toMatchObject({ movedIn: 'pending', address: null })

  await start(clientId)
  await awaitCode(clientId, 'CONNECTED')
  await awaitState('the session to be kept', async () => (await readStored(clientId)).movedIn === 'taken')
  await contact.sendText(phone, 'at the new place')
  await awaitState('both messages', async () => {
    const texts = await readTexts(clientId, contact.number)
    return texts.includes('on the way') && texts.includes('at the new place')
  })
  await call(
    handlers.chat?.sendMessage?.(
      { clientId, target: addressOf(contact.number), message: { text: 'hello again' } },
      ctx,
    ),
  )
  await contact.waitForMessage(({ text }) => text === 'hello again')
  expect(contact.errors).toEqual([])
  expect(sandbox.problems()).toEqual([])
  const history = await call(handlers.clients?.history?.({ id: clientId, limit: 50 }, ctx))
  expect(history.map(({ code }) => code)).not.toContain('QR_WAITING')
  // It is the client's own now: it can be moved on like any other.
  const exported = await call(
    handlers.clients?.exportSession?.({ id: clientId, passphrase: 'correct horse battery' }, ctx),
  )
  expect(exported.file.length).toBeGreaterThan(1000)
})

test('the place it comes from is told when it still runs, and gives way when it was stopped', async () => {
  const { program, contact, phone } = await pairElsewhere()
  const clientId = await insertEmpty()
  await importSession(clientId, toZip(await program.readFolder()))
  await start(clientId)
  await awaitCode(clientId, 'CONNECTED')
  expect(await program.awaitNews('closed')).toMatchObject({ code: 440 })
  // As most programs do, it connects again.
  program.send({ kind: 'open' })
  await awaitCode(clientId, 'IMPORT_CONFLICT')
  expect(await statusOf(clientId)).toMatchObject({
    status: 'failed',
    action: expect.stringMatching(/Stop it there/),
  })
  await program.stop()
  await start(clientId)
  await awaitCode(clientId, 'CONNECTED')
  await contact.sendText(phone, 'who is there')
  await awaitState('the message', async () =>
    (await readTexts(clientId, contact.number)).includes('who is there'),
  )
})

test('a session that the network no longer knows leaves nothing behind, and the client can be paired', async () => {
  const { program, phone } = await pairElsewhere()
  const files = await program.stop()
  const clientId = await insertEmpty()
  await importSession(clientId, toZip(files))
  await sandbox.phone(phone).logoutDevice()
  // Whether the start still sees the worker that ends at once is a matter of milliseconds.
  await start(clientId).catch((error: unknown) =>
    expect(error).toMatchObject({ data: { reason: 'WORKER_ENDED' } }),
  )
  await awaitState('the import to be given up', async () => {
    const { code, desiredState } = await statusOf(clientId)
    return code === 'IMPORT_REFUSED' && desiredState === 'stopped'
  })
  expect(await readStored(clientId)).toEqual({
    movedIn: null,
    importId: null,
    address: null,
    desired: 'stopped',
    credentials: 0,
    keys: 0,
  })
  await start(clientId)
  await awaitCode(clientId, 'QR_WAITING')
})

test('a session goes into one stopped client without a session, and only when it is whole', async () => {
  const { program } = await pairElsewhere()
  const files = await program.stop()
  const [one, two, running] = [await insertEmpty(), await insertEmpty(), await insertEmpty()]
  await start(running)
  const reasonOf = async (work: Promise<unknown>) => (await refusalOf(work)).data?.reason
  expect(await reasonOf(importSession(running, toZip(files)))).toBe('WORKER_NOT_STOPPED')
  for (const [file, reason] of [
    [toZip(withoutCreds(files)), 'SESSION_CREDS_MISSING'],
    [toBytes(toEvolutionRow(files, 'a')), 'SESSION_KEYS_MISSING'],
    [Buffer.from('not a session'), 'SESSION_FILE_UNKNOWN'],
  ] as const) {
    expect(await reasonOf(importSession(one, file))).toBe(reason)
    expect(await readStored(one)).toMatchObject({ movedIn: null, credentials: 0, keys: 0 })
  }
  await importSession(one, toZip(files))
  expect(await reasonOf(importSession(two, toZip(files)))).toBe('SESSION_IN_USE')
  expect(await readStored(two)).toMatchObject({ movedIn: null, credentials: 0, keys: 0 })
  // Given again, for example because the wrong one was taken first, it replaces what waits.
  await importSession(one, toZip(files))
  expect(
    await reasonOf(
      call(handlers.clients?.exportSession?.({ id: one, passphrase: 'correct horse battery' }, ctx)),
    ),
  ).toBe('NO_SESSION')
  await start(one)
  await awaitCode(one, 'CONNECTED')
  await call(handlers.worker?.stop?.({ clientId: one }, ctx))
  expect(await reasonOf(importSession(one, toZip(files)))).toBe('SESSION_EXISTS')
})
