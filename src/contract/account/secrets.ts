import { z } from 'zod'
import { MAX_SECRET_VALUE_CHARS } from '../../core/secret-hosts.ts'
import { defineOperation } from '../operation.ts'
import { connections } from './connections.ts'
import { hosts, name, Secret } from './secret-fields.ts'

export const secrets = {
  list: defineOperation({
    name: 'secrets.list',
    summary: 'List the caller’s secrets by name; values are never answered',
    scope: 'secrets:read',
    reach: 'account',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.array(Secret),
  }),
  set: defineOperation({
    name: 'secrets.set',
    summary: 'Store a secret for flows, or replace its value or its hosts',
    description:
      'People who are signed in may leave out `value` to change only the hosts of a stored secret. A key always gives the value: who does not know it is not to send it elsewhere.',
    scope: 'secrets:write',
    reach: 'account',
    effect: 'destroys',
    extension: true,
    input: z.strictObject({
      name,
      value: z
        .string()
        .min(1)
        .max(MAX_SECRET_VALUE_CHARS)
        .optional()
        .describe('Left out, the stored value stays; only for signed-in people, and with `hosts`.'),
      hosts: hosts
        .optional()
        .describe(
          'Where calls may take it, such as api.example.com or *.example.com. Needed for a new secret; a new value keeps those there are.',
        ),
    }),
    output: Secret,
  }),
  delete: defineOperation({
    name: 'secrets.delete',
    summary: 'Delete a secret; flows that need it fail at that node',
    scope: 'secrets:write',
    reach: 'account',
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ name }),
    output: z.object({ success: z.boolean() }),
  }),
  connections,
}
