import { z } from 'zod'
import { clientId, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { ApiKey } from '../resources.ts'
import { SCOPES } from '../scopes.ts'

export const keys = {
  current: defineOperation({
    name: 'keys.current',
    summary: 'Tell what the key of this call may do',
    description: 'Every key may ask it. Programs offer by it only what the key can do.',
    scope: 'any',
    right: 'view',
    reach: 'none',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.object({
      scopes: z.array(z.string()).nullable().describe('What it may do; null: all its owner may.'),
      clientIds: z
        .array(z.string())
        .nullable()
        .describe('The only clients it works on; null: all of its owner.'),
      operations: z.array(z.string()).describe('Every operation that it may call, such as chat.sendMessage.'),
    }),
  }),
  list: defineOperation({
    name: 'keys.list',
    summary: 'List keys, newest first',
    description: 'Owners and admins of the workspace get those of everybody in it, others their own.',
    scope: 'keys:read',
    reach: 'account',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.array(ApiKey),
  }),
  create: defineOperation({
    name: 'keys.create',
    summary: 'Create a key',
    description: 'Only for signed-in people. `key` is shown this once and cannot be recovered.',
    scope: 'people',
    right: 'manage',
    reach: 'account',
    effect: 'writes',
    extension: true,
    input: z.strictObject({
      name: z.string().trim().min(1).max(120).describe('What the key is for.'),
      scopes: z
        .array(z.enum(SCOPES))
        .min(1)
        .nullish()
        .describe('What it may do; each operation names its scope. Null or left out: all its owner may.'),
      clientIds: z
        .array(clientId)
        .min(1)
        .max(100)
        .nullish()
        .describe('The only clients it works on. Null or left out: all of its owner.'),
      expiresAt: z.iso
        .datetime({ offset: true })
        .nullish()
        .describe('From then on it is refused. Null or left out: never.'),
    }),
    output: ApiKey.extend({ key: z.string() }),
  }),
  revoke: defineOperation({
    name: 'keys.revoke',
    summary: 'Revoke a key at once',
    description:
      'Only for signed-in people: owners and admins of the workspace for everybody in it, others for their own keys.',
    scope: 'people',
    right: 'view',
    reach: 'account',
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: ApiKey,
  }),
}
