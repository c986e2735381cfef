import { z } from 'zod'
import { resourceId } from './fields.ts'
import { extension } from './operation.ts'
import { ApiKey } from './resources.ts'

export const keys = {
  list: extension('keys', 'List the caller’s keys, newest first')
    .input(z.strictObject({}))
    .output(z.array(ApiKey)),
  create: extension(
    'keys',
    'Create a key',
    'Only for signed-in people. `key` is shown this once and cannot be recovered.',
  )
    .input(z.strictObject({ name: z.string().trim().min(1).max(120).describe('What the key is for.') }))
    .output(ApiKey.extend({ key: z.string() })),
  revoke: extension('keys', 'Revoke a key at once', 'Only for signed-in people.')
    .input(z.strictObject({ id: resourceId }))
    .output(ApiKey),
}
