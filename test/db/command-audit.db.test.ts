import { expect, test } from 'vitest'
import { runClientCommand, runKeyCommand, runUserCommand } from '../../src/bin/commands/admin.ts'
import { createAuditStore } from '../../src/features/audit/index.ts'
import { useTestDatabase } from '../support/database.ts'

const database = useTestDatabase()

function createIo() {
  const pieces: string[] = []
  const sink = { write: (piece: string) => pieces.push(piece) > 0 }
  const env = { DATABASE_URL: database().url }
  return { io: { env, stdout: sink, stderr: sink } as never, read: () => pieces.join('').trim() }
}

async function run(command: typeof runUserCommand, ...args: string[]): Promise<string> {
  const { io, read } = createIo()
  await command(args, io)
  return read()
}

const email = 'ops@example.org'
const list = () => createAuditStore(database()).list({ before: null, limit: 50 })

test('what an operator does on the command line is written down with it, and what is refused is not', async () => {
  await run(
    runUserCommand,
    'create',
    '--email',
    email,
    '--password',
    'correct horse battery',
    '--plan',
    'pro',
  )
  const key = await run(runKeyCommand, 'create', '--email', email, '--name', 'shop', '--scopes', 'chat:read')
  const { id = '' } = (await database().pool.query<{ id: string }>('select id from api_key')).rows[0] ?? {}
  await run(runKeyCommand, 'list', '--email', email)
  await run(runKeyCommand, 'revoke', '--email', email, id)
  const clientId = await run(runClientCommand, 'create', '--email', email, '--name', 'Shop')
  await expect(
    run(runUserCommand, 'create', '--email', email, '--password', 'correct horse battery'),
  ).rejects.toThrow()
  const rows = await list()
  const common = { userId: 'operator', via: 'command-line', outcome: 'done' }
  expect(rows).toMatchObject([
    { ...common, operation: 'clients.create', target: { email, id: clientId, name: 'Shop' } },
    { ...common, operation: 'keys.revoke', target: { email, id } },
    { ...common, operation: 'keys.create', target: { email, name: 'shop', scopes: ['chat:read'] } },
    { ...common, operation: 'users.create', target: { email, plan: 'pro', operator: expect.any(String) } },
  ])
  expect(rows).toHaveLength(4)
  for (const secret of [key, 'correct horse']) expect(JSON.stringify(rows)).not.toContain(secret)
})

test('nothing is changed on the command line when it cannot be written down', async () => {
  const { pool } = database()
  await pool.query('alter table audit_log rename to audit_gone')
  const other = 'unseen@example.org'
  const made = run(runUserCommand, 'create', '--email', other, '--password', 'correct horse battery')
  await expect(made).rejects.toThrow(/audit_log/)
  await pool.query('alter table audit_gone rename to audit_log')
  expect((await pool.query('select 1 from "user" where email = $1', [other])).rows).toEqual([])
})
