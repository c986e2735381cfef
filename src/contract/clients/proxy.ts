import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import { resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { Coded } from '../resources.ts'
import { PoolProxy } from './proxy-resources.ts'

const MAX_PROXIES_PER_SEED = 1000

/** How a proxy is written by those who add one. */
export const ProxyEntry = z.strictObject({
  host: z.string().max(253),
  port: z.union([z.string().max(16), z.number()], { error: problemText('NO_PROXY_PORT') }).transform(String),
  user: z.string().max(256).default(''),
  password: z.string().max(1024).default(''),
  protocol: z.enum(['http', 'https', 'socks5']).default('http'),
})

const coded = Coded.nullable().describe('The same as a code with what varies.')

const workers = z.object({
  stopped: z.array(z.string()),
  restarted: z.array(z.string()),
  failed: z.array(z.object({ clientId: z.string(), error: z.string(), failure: coded })),
})

export const proxy = {
  seed: defineOperation({
    name: 'proxy.seed',
    summary: 'Seed the pool of outbound proxies (admin only)',
    description:
      'Adds or updates proxies, reaches each once, gives one that works to every client that should run, and restarts workers whose proxy changed.',
    scope: 'proxies:write',
    reach: 'account',
    effect: 'writes',
    role: 'admin',
    input: z.strictObject({ proxies: z.array(ProxyEntry).max(MAX_PROXIES_PER_SEED) }),
    output: z.object({
      seeded: z.int(),
      rejected: z.array(
        z.object({ index: z.int(), host: z.string(), port: z.string(), reason: z.string(), failure: coded }),
      ),
      workers,
      stats: z.array(z.object({ proxyId: z.string(), clientCount: z.int() })),
    }),
  }),
}

export const proxies = {
  list: defineOperation({
    name: 'proxies.list',
    summary: 'List the pool of outbound proxies (admin only)',
    description: 'With how each one does and how many clients go through it. Passwords are never answered.',
    scope: 'proxies:read',
    reach: 'account',
    effect: 'reads',
    role: 'admin',
    extension: true,
    input: z.strictObject({}),
    output: z.array(PoolProxy),
  }),
  test: defineOperation({
    name: 'proxies.test',
    summary: 'Try a proxy now (admin only)',
    description:
      'Reaches the network through it and, where one of its clients is connected, sends a file and gets it back.',
    scope: 'proxies:write',
    reach: 'account',
    effect: 'writes',
    role: 'admin',
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: z.object({
      id: z.string(),
      works: z.boolean(),
      latencyMs: z.int(),
      media: z.enum(['passed', 'failed', 'not_tried']),
      fault: z.string().nullable(),
      problem: z.string().nullable(),
      failure: Coded.nullable().describe('Of `problem`, as a code with what varies.'),
    }),
  }),
  remove: defineOperation({
    name: 'proxies.remove',
    summary: 'Remove proxies from the pool (admin only)',
    description:
      'Their clients move to others. When none is left, clients would connect directly: that is refused unless `allowDirect` is true.',
    scope: 'proxies:write',
    reach: 'account',
    effect: 'destroys',
    role: 'admin',
    extension: true,
    input: z.strictObject({
      ids: z.array(resourceId).min(1).max(1000),
      allowDirect: z.boolean().default(false),
    }),
    output: z.object({ removed: z.array(z.string()), workers }),
  }),
}
