import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import {
  MAX_SECRET_HOST_CHARS,
  MAX_SECRET_HOSTS,
  MAX_SECRET_VALUE_CHARS,
  SECRET_HOST,
  SECRET_NAME,
} from '../../core/secret-hosts.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

/** A secret of flows, without its value. */
const Secret = z.object({
  name: z.string(),
  hosts: z
    .array(z.string())
    .nullable()
    .describe('Where calls may take it; null: anywhere, of one that was stored before hosts were asked for.'),
  flows: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .nullable()
    .describe('Published flows that name it, by their names; null for a key that may not read flows.'),
  createdAt: timestamp,
  updatedAt: timestamp.describe('When its value or its hosts were set last.'),
})

const name = z
  .string()
  .regex(SECRET_NAME, problemText('NO_NAME'))
  .describe('As flows name it: {{ secrets.NAME }}.')

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_SECRET_HOST_CHARS)
  .regex(SECRET_HOST, problemText('NO_SECRET_HOST'))

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
      hosts: z
        .array(host)
        .min(1)
        .max(MAX_SECRET_HOSTS)
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
}
