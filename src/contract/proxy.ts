import { z } from 'zod'
import { operation } from './operation.ts'

export const MAX_PROXIES_PER_SEED = 1000

const Entry = z.strictObject({
  host: z.string().max(253),
  port: z.union([z.string().max(16), z.number()], { error: 'port is a string of digits.' }).transform(String),
  user: z.string().max(256).default(''),
  password: z.string().max(1024).default(''),
  protocol: z.enum(['http', 'https', 'socks5']).default('http'),
})

export const proxy = {
  seed: operation(
    'proxy',
    'Seed the pool of outbound proxies (admin only)',
    'Adds or updates proxies, gives one to every client that should run, and restarts workers whose proxy changed.',
  )
    .meta({ extension: false, adminOnly: true })
    .input(z.strictObject({ proxies: z.array(Entry).max(MAX_PROXIES_PER_SEED) }))
    .output(
      z.object({
        seeded: z.int(),
        rejected: z.array(
          z.object({ index: z.int(), host: z.string(), port: z.string(), reason: z.string() }),
        ),
        workers: z.object({
          stopped: z.array(z.string()),
          restarted: z.array(z.string()),
          failed: z.array(z.object({ clientId: z.string(), error: z.string() })),
        }),
        stats: z.array(z.object({ proxyId: z.string(), clientCount: z.int() })),
      }),
    ),
}
