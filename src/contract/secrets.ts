import { z } from 'zod'
import { extension } from './operation.ts'
import { Secret } from './resources.ts'

const name = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'A name is letters, digits and _, and begins with no digit.')
  .describe('As flows name it: {{ secrets.NAME }}.')

export const secrets = {
  list: extension('secrets', 'List the caller’s secrets by name; values are never answered')
    .input(z.strictObject({}))
    .output(z.array(Secret)),
  set: extension('secrets', 'Store a secret for flows, or replace its value')
    .input(z.strictObject({ name, value: z.string().min(1).max(8_192) }))
    .output(Secret),
  delete: extension('secrets', 'Delete a secret; flows that need it fail at that node')
    .input(z.strictObject({ name }))
    .output(z.object({ success: z.boolean() })),
}
