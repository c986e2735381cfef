import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import type { SecretBox } from '../../platform/secret-box.ts'

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

/** `sessions` signs the cookies of sessions, `run-addresses` the addresses at which runs are called, `push` pushes to devices. */
export type ServiceSecret = 'sessions' | 'run-addresses' | 'push'

/**
 * A secret of the service. It is kept, so that people stay signed in and addresses stay good when the master key is changed;
 * `first` is used where none is kept yet.
 */
export async function readServiceSecret(
  db: Executor,
  box: SecretBox,
  name: ServiceSecret,
  first: () => string,
): Promise<string> {
  const context = serviceSecretContext(name)
  const found = await db.queryOne(READ, [name])
  if (found) return box.open(found.sealed, context)
  await db.query(WRITE_FIRST, [name, box.seal(first(), context)])
  const kept = await db.queryOne(READ, [name])
  if (!kept) throw new Error('the secret of the service was not kept')
  return box.open(kept.sealed, context)
}
