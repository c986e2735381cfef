import { type CallFailure, callFailure } from '../../core/conversation/call-failure.ts'
import { mayGoTo } from '../../core/secret-hosts.ts'
import { type Secrets, TokenMissing } from '../secrets/index.ts'
import type { ModelRow } from './store.ts'

/** Null: its server asks for none. */
export type ReadKey = { key: string | null } | { failure: CallFailure }

/** The key of a model, which goes to no server but its own; or why it cannot be used. */
export async function readModelKey(
  secrets: Pick<Secrets, 'read'>,
  userId: string,
  { secret, baseUrl, name }: Pick<ModelRow, 'secret' | 'baseUrl' | 'name'>,
): Promise<ReadKey> {
  if (secret === null) return { key: null }
  const found = await secrets.read(userId, [secret]).then(
    (values) => values.get(secret),
    (error: unknown) => {
      if (error instanceof TokenMissing) return { failure: error.failure }
      throw error
    },
  )
  if (found && 'failure' in found) return found
  if (!found) return { failure: callFailure('MODEL_KEY_MISSING', { model: name, secret }) }
  if (found.hosts !== null && mayGoTo(found.hosts, new URL(baseUrl).hostname)) return { key: found.value }
  return { failure: callFailure('MODEL_KEY_HELD', { model: name, secret }) }
}
