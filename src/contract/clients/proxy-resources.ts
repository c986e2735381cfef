import { z } from 'zod'
import { Coded } from '../resources.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

const ProxyFields = {
  protocol: z.enum(['http', 'https', 'socks5']),
  host: z.string(),
  port: z.string(),
  user: z.string(),
  state: z.enum(['untried', 'working', 'failed']),
  problem: z.string().nullable().describe('What it did wrong, since it last worked.'),
  failure: Coded.nullable().describe('Of `problem`, as a code with what varies.'),
}

/** A proxy of the pool, without its password. */
export const PoolProxy = z.object({
  id: z.string(),
  ...ProxyFields,
  hasPassword: z.boolean(),
  fault: z
    .string()
    .nullable()
    .describe(
      'unreachable, no_route, refuses_credentials, refuses_target, no_answer, no_proxy, target_unreachable or media.',
    ),
  clientCount: z.int(),
  failedAt: timestamp.nullable(),
  workedAt: timestamp.nullable(),
  mediaWorkedAt: timestamp.nullable().describe('When a file last went through and came back.'),
  checkedAt: timestamp.nullable(),
  createdAt: timestamp,
})

/** How a client reaches its network. */
export const ClientProxy = z.object({
  own: z.object(ProxyFields).nullable().describe('The client’s own proxy; it goes before the pool.'),
  usesPool: z.boolean().describe('Whether the client goes through a proxy of the pool.'),
})
