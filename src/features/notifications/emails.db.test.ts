import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCertificateAuthority } from '../../../sandbox/infra/certificate-authority.ts'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { type MailFault, MailServerOfTests } from '../../../test/support/mail-server.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/logger.ts'
import { createOutboundHttp } from '../../platform/outbound-http.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { describeNotice } from '../../words/notices/notices.ts'
import { describeWaitingEmail } from '../../words/notices/waiting-email.ts'
import { ServerMail } from '../email/index.ts'
import { Notifications } from './index.ts'

const database = useTestDatabase()
const authority = createCertificateAuthority('Mail of tests')
const own = authority.certifyServer('The mail server', ['localhost'])
const ANA = '491511111111@s.whatsapp.net'
const BEN = '491522222222@s.whatsapp.net'

let server: MailServerOfTests
let me: string
let clientId: string
/** Who has which conversation open, as `person chat`. */
const watched = new Set<string>()

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query(text, values)).rows as Row[]

function open({ password = 'pass word', hasMail = true } = {}): Notifications {
  const settings = {
    ...{ host: 'localhost', port: server.port, security: 'starttls' as const },
    ...{ user: 'shop', password, from: 'parley@example.com', fromName: 'Parley' },
  }
  return new Notifications({
    ...{ db: database(), bus: createInProcessBus({ now: Date.now }), log: silentLog, newId },
    box: createSecretBox([Buffer.alloc(32, 7)]),
    http: createOutboundHttp({}),
    isWatching: (userId, _, chat) => watched.has(`${userId} ${chat}`),
    ...{
      origin: 'https://parley.example.com',
      describe: describeNotice,
      describeEmail: describeWaitingEmail,
    },
    mail: hasMail ? new ServerMail(settings, { timeoutMs: 5_000, caPem: authority.caPem }) : null,
  })
}

/** What the doctor finds at the mail server. */
function tryMail(changes: { port?: number; password?: string } = {}) {
  const settings = { host: 'localhost', port: server.port, security: 'starttls' as const }
  const signIn = { user: 'shop', password: 'pass word', from: 'parley@example.com' }
  const bounds = { timeoutMs: 1_000, caPem: authority.caPem }
  return new ServerMail({ ...settings, ...signIn, ...changes }, bounds).try(new AbortController().signal)
}

const look = (of = open()) => of.emails?.look()

/** A person who wants e-mails after 15 minutes, from an hour ago on. */
async function choose(
  userId: string,
  more: Partial<Parameters<Notifications['handlers']['set']>[0]> = {},
): Promise<void> {
  const choice = { conversations: 'mine' as const, contents: false, emailAfterMin: 15, language: 'en' }
  await open().handlers.set({ ...choice, ...more }, callContextOf(userId))
  await query(
    `update notification_choice set email_since = email_since - interval '1 hour' where user_id = $1`,
    [userId],
  )
}

/** The contact writes, and nobody answers for so many minutes. */
async function wait(chat: string, minutes = 20, text = 'Do you deliver?'): Promise<void> {
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, $3, false, extract(epoch from now())::bigint, 'text', $4, 'DELIVERY_ACK', 'contact')`,
    [clientId, chat, randomUUID(), text],
  )
  await query(
    `update conversation set waiting_since = now() - $3::int * interval '1 minute' where client_id = $1 and chat = $2`,
    [clientId, chat, minutes],
  )
}

const answer = (chat: string) =>
  query(`update conversation set state = 'open', waiting_since = null where client_id = $1 and chat = $2`, [
    clientId,
    chat,
  ])
/** Long enough for the next e-mail, and for one that was put off. */
const pass = () =>
  query(
    `update notice_email set created_at = created_at - interval '11 minutes', due_at = now() - interval '1 second'`,
  )
const readStates = async () =>
  (await query<{ state: string }>('select state from notice_email order by created_at, id')).map(
    ({ state }) => state,
  )

beforeEach(async () => {
  watched.clear()
  for (const table of ['message', 'conversation', 'notification_choice', 'notice_email_item', 'notice_email'])
    await query(`delete from ${table}`)
  server = new MailServerOfTests({ key: own.keyPem, cert: own.certPem })
  await server.listen()
  me = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId: me })
})
afterEach(() => server.close())

test('a person is written to once for each time that a conversation waits, and not before', async () => {
  await choose(me)
  await wait(ANA, 14)
  await look()
  expect(server.taken).toEqual([])
  await wait(ANA, 15)
  await look()
  await pass()
  await look()
  expect(server.taken).toHaveLength(1)
  const [taken] = server.taken
  expect(taken).toMatchObject({ from: 'parley@example.com', to: [`${me}@example.org`], isEncrypted: true })
  const text = taken?.text.replaceAll('=\r\n', '') ?? ''
  const search = new URLSearchParams({ client: clientId, chat: ANA })
  for (const part of [
    'From: Parley <parley@example.com>',
    'Subject: A conversation waits for an answer',
    'Auto-Submitted: auto-generated',
    'Shop: waits for 15 minutes',
    `https://parley.example.com/inbox?${search}`.replaceAll('=', '=3D'),
  ])
    expect(text.includes(part) || text.includes(part.replaceAll('=3D', '=')), part).toBe(true)
  expect(text).not.toContain('Do you deliver?')

  await answer(ANA)
  await wait(ANA, 16)
  await look()
  expect(server.taken).toHaveLength(2)
  expect(await readStates()).toEqual(['sent', 'sent'])
})

test('who wants contents reads what was written, in their language', async () => {
  await choose(me, { contents: true, language: 'pt-BR' })
  await wait(ANA)
  await look()
  expect(server.taken[0]?.text).toContain('Do you deliver?')
  expect(server.taken[0]?.text).toContain('Subject: Uma conversa espera resposta')
})

/** A note of `by` that named somebody so many minutes ago. */
const name = (userId: string, by: string, minutes = 20) =>
  query(
    `with e as (insert into conversation_entry (client_id, chat, kind, actor, text)
       values ($1, $2, 'note', $3, 'She is in a hurry') returning id)
     insert into conversation_mention (entry_id, user_id, made_at)
       select id, $4, now() - $5::int * interval '1 minute' from e`,
    [clientId, BEN, `user:${by}`, userId, minutes],
  )

test('a note that names somebody and that they do not see is told once, beside what waits, and is no wait itself', async () => {
  const viewer = await insertUser(database().pool)
  await query(`insert into workspace_member (workspace_id, user_id, role) values ($1, $2, 'viewer')`, [
    me,
    viewer,
  ])
  await choose(viewer, { conversations: 'none' })
  await name(viewer, me, 14)
  await name(viewer, viewer)
  await look()
  expect(server.taken).toEqual([])
  await name(viewer, me)
  await look()
  await pass()
  await look()
  expect(server.taken).toHaveLength(1)
  expect(server.taken[0]?.text).toContain('Subject: A note names you')
  expect(server.taken[0]?.text).not.toContain('in a hurry')

  await choose(me, { contents: true })
  await name(me, viewer)
  await wait(ANA)
  await look()
  expect(server.taken).toHaveLength(2)
  const text = server.taken[1]?.text.replaceAll('=\r\n', '')
  for (const part of [
    'A conversation waits for an answer',
    'Do you deliver?',
    'a note by',
    'She is in a hurry',
  ])
    expect(text).toContain(part)
})

test('a note that was seen, and one of who wants none of notes, make no e-mail', async () => {
  const mate = await insertUser(database().pool)
  const join = `insert into workspace_member (workspace_id, user_id, role) values ($1, $2, 'agent')`
  await query(join, [me, mate])
  await choose(me, { mentions: false })
  await choose(mate)
  await name(me, mate)
  await name(mate, me)
  await query(`update conversation_mention set seen_at = now() where user_id = $1`, [mate])
  await look()
  expect(await readStates()).toEqual([])

  await name(mate, me)
  server.fault = 'defer'
  await look()
  server.fault = null
  await query('update conversation_mention set seen_at = now()')
  await pass()
  await look()
  expect([server.taken, await readStates()]).toEqual([[], ['needless']])
})

test('what is due at the same time is one e-mail, and what comes soon after goes into the next', async () => {
  await choose(me)
  await wait(ANA)
  await wait(BEN)
  await look()
  expect(server.taken).toHaveLength(1)
  expect(server.taken[0]?.text).toContain('Subject: 2 conversations wait for an answer')
  await wait('491533333333@s.whatsapp.net')
  await look()
  expect(server.taken).toHaveLength(1)
  await pass()
  await look()
  expect(server.taken[1]?.text).toContain('Subject: A conversation waits for an answer')
})

test('each is written to of what they chose and may answer, and nobody of what waited before they chose so', async () => {
  const [mate, viewer, elsewhere, stranger] = await Promise.all(
    [0, 1, 2, 3].map(() => insertUser(database().pool)),
  )
  const join =
    'insert into workspace_member (workspace_id, user_id, role, client_ids) values ($1, $2, $3, $4)'
  await query(join, [me, mate, 'agent', null])
  await query(join, [me, viewer, 'viewer', null])
  await query(join, [me, elsewhere, 'agent', []])
  for (const one of [mate, viewer, elsewhere, stranger]) await choose(one ?? '', { conversations: 'all' })
  await choose(me)
  await wait(ANA)
  await query('update conversation set assigned_to = $1', [mate])
  const told = async () => {
    await look()
    await pass()
    return server.taken.splice(0).map(({ to }) => to[0]?.split('@')[0])
  }
  expect(await told()).toEqual([mate])
  await wait(BEN)
  expect((await told()).toSorted()).toEqual([mate, me].toSorted())
  await choose(me, { conversations: 'none' })
  await choose(mate ?? '', { emailAfterMin: null })
  await answer(BEN)
  await wait(BEN)
  expect(await told()).toEqual([])
  await open().handlers.set(
    { conversations: 'all', contents: false, emailAfterMin: 1 },
    callContextOf(mate ?? ''),
  )
  expect(await told()).toEqual([])
})

test('what was answered, given up or opened until an e-mail leaves is not in it', async () => {
  await choose(me)
  await wait(ANA)
  server.fault = 'defer'
  await look()
  await pass()
  server.fault = null
  await answer(ANA)
  await look()
  expect([server.taken, await readStates()]).toEqual([[], ['needless']])

  await wait(BEN)
  watched.add(`${me} ${BEN}`)
  await pass()
  await look()
  expect([server.taken, await readStates()]).toEqual([[], ['needless', 'needless']])
})

test('what a server does not take now is sent later with the same id, and given up in the end', async () => {
  await choose(me)
  await wait(ANA)
  server.fault = 'defer'
  await look()
  const [put] = await query<{ pause: number }>(
    `select extract(epoch from due_at - now())::float8 as pause from notice_email`,
  )
  expect(put?.pause).toBeGreaterThan(30)
  await look()
  expect(server.received).toBe(1)
  await pass()
  await look(open({ password: 'wrong' }))
  expect(await readStates()).toEqual(['due'])
  const [{ id } = { id: '' }] = await query<{ id: string }>('select id from notice_email')
  server.fault = null
  await pass()
  await look()
  expect(server.taken[0]?.text).toContain(`Message-ID: <${id}@example.com>`)
  expect(await readStates()).toEqual(['sent'])

  await answer(ANA)
  await wait(ANA)
  await query(`delete from notice_email where state = 'sent'`)
  server.fault = 'defer'
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await look()
    await pass()
  }
  expect(await readStates()).toEqual(['given_up'])
})

test.each<[MailFault, string, number]>([
  ['refuse', 'refused', 1],
  ['die', 'unknown', 1],
])('an e-mail that a server would %s after it got it is not repeated', async (fault, state, received) => {
  await choose(me)
  await wait(ANA)
  server.fault = fault
  await look()
  server.fault = null
  await pass()
  await look()
  expect([server.received, await readStates()]).toEqual([received, [state]])
})

test('what a process that died had not begun is sent, and what it had begun is not repeated', async () => {
  await choose(me)
  await wait(ANA)
  const id = randomUUID()
  await query(
    `insert into notice_email (id, user_id, attempts, due_at) values ($1, $2, 1, now() - interval '1 second')`,
    [id, me],
  )
  await query(
    `insert into notice_email_item (user_id, client_id, chat, waiting_since, email_id)
     select $1, client_id, chat, waiting_since, $2 from conversation`,
    [me, id],
  )
  await look()
  expect([server.taken.length, await readStates()]).toEqual([1, ['sent']])
  await query(`update notice_email set state = 'handing', due_at = now() - interval '1 second'`)
  await look()
  expect([server.taken.length, await readStates()]).toEqual([1, ['unknown']])
})

test('two processes at the same time write once', async () => {
  await choose(me)
  await wait(ANA)
  await Promise.all([look(), look(), look()])
  await Promise.all([look(), look()])
  expect(server.taken).toHaveLength(1)
})

test('what is told of is known for as long as it waits, and e-mails for a day', async () => {
  await choose(me)
  await wait(ANA)
  await wait(BEN)
  await look()
  await query(`update notice_email set created_at = now() - interval '25 hours'`)
  await answer(BEN)
  await open().emails?.cleanUp()
  expect(await query('select chat from notice_email_item')).toEqual([{ chat: ANA }])
  expect(await readStates()).toEqual([])
  await look()
  expect(server.taken).toHaveLength(1)
})

test('a mail server is tried as far as the sign-in, and every way that it can fail has its reason', async () => {
  expect(await tryMail()).toBeNull()
  expect(await tryMail({ password: 'wrong' })).toMatchObject({ code: 'MAIL_LOGIN_REFUSED' })
  server.fault = 'hang_at_once'
  expect(await tryMail()).toMatchObject({ code: 'NO_ANSWER' })
  await server.close()
  expect(await tryMail()).toMatchObject({ code: 'CONNECT_FAILED', params: { error: 'ECONNREFUSED' } })
  expect(server.received).toBe(0)
})

test('without a mail server nobody can ask for e-mails, and whoever changes other things keeps theirs', async () => {
  const ctx = callContextOf(me)
  const none = open({ hasMail: false })
  const asked = none.handlers.set({ conversations: 'mine', contents: false, emailAfterMin: 5 }, ctx)
  expect(await readRefusal(asked)).toMatchObject({ code: 'CONFLICT', data: { reason: 'NO_SERVER_MAIL' } })
  expect(await none.handlers.get({}, ctx)).toMatchObject({ canEmail: false, emailAfterMin: null })
  await choose(me)
  const changed = await open().handlers.set({ conversations: 'all', contents: true }, ctx)
  expect(changed).toMatchObject({ canEmail: true, emailAfterMin: 15, conversations: 'all' })
})
