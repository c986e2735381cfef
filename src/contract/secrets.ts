import { z } from 'zod'
import {
  MAX_SECRET_HOST_CHARS,
  MAX_SECRET_HOSTS,
  MAX_SECRET_VALUE_CHARS,
  SECRET_HOST,
  SECRET_NAME,
} from '../core/secret-hosts.ts'
import { extension } from './operation.ts'
import { Secret } from './resources.ts'

const name = z
  .string()
  .regex(SECRET_NAME, 'A name is letters, digits and _, and begins with no digit.')
  .describe('As flows name it: {{ secrets.NAME }}.')

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_SECRET_HOST_CHARS)
  .regex(
    SECRET_HOST,
    'A host is a name such as api.example.com, *.example.com for all below it, or an address; without https:// and path.',
  )

export const secrets = {
  list: extension('secrets', 'List the caller’s secrets by name; values are never answered')
    .input(z.strictObject({}))
    .output(z.array(Secret)),
  set: extension(
    'secrets',
    'Store a secret for flows, or replace its value or its hosts',
    'People who are signed in may leave out `value` to change only the hosts of a stored secret. A key always gives the value: who does not know it is not to send it elsewhere.',
  )
    .input(
      z.strictObject({
        name,
        value: z
          .string()
          .min(1)
          .max(MAX_SECRET_VALUE_CHARS)
          .optional()
          .describe('Left out, the stored value stays; only for signed-in people, and with `hosts`.'),
        hosts: z
          .array(host)
          .min(1)
          .max(MAX_SECRET_HOSTS)
          .optional()
          .describe(
            'Where calls may take it, such as api.example.com or *.example.com. Needed for a new secret; a new value keeps those there are.',
          ),
      }),
    )
    .output(Secret),
  delete: extension('secrets', 'Delete a secret; flows that need it fail at that node')
    .input(z.strictObject({ name }))
    .output(z.object({ success: z.boolean() })),
}
