import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import type { SecretBox } from '../../platform/secret-box.ts'

const NAME = 'sessions'

/** What a sealed secret of the service belongs to. */
export const serviceSecretContext = (name: string): string => `service_secret:${name}`

const WRITE_FIRST = statement<never>(
  'service_secret_write',
  'insert into service_secret (name, sealed) values ($1, $2) on conflict (name) do nothing',
)

const READ = statement<{ sealed: string }>(
  'service_secret_read',
  'select sealed from service_secret where name = $1',
)

/**
 * What signs the cookies of sessions. It is kept, so that people stay signed in when the master key is changed; `first`
 * is used where none is kept yet.
 */
export async function readSessionSecret(db: Executor, box: SecretBox, first: () => string): Promise<string> {
  const context = serviceSecretContext(NAME)
  const found = await db.queryOne(READ, [NAME])
  if (found) return box.open(found.sealed, context)
  await db.query(WRITE_FIRST, [NAME, box.seal(first(), context)])
  const kept = await db.queryOne(READ, [NAME])
  if (!kept) throw new Error('the secret of sessions was not kept')
  return box.open(kept.sealed, context)
}
