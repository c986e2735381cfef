import { z } from 'zod'
import { clientId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { PairingCode } from '../resources.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

/** Work that waits, and since when the oldest of it does. */
const Backlog = z.object({ waiting: z.int(), oldestAt: timestamp.nullable() })

export const server = {
  ping: defineOperation({
    name: 'server.ping',
    summary: 'Check that the service answers and the key works',
    description: 'Tells its version, how long it has been up and its time.',
    scope: 'any',
    right: 'view',
    reach: 'none',
    effect: 'reads',
    input: z.strictObject({}),
    output: z.object({
      message: z.literal('pong'),
      version: z.string(),
      uptimeSec: z.number(),
      time: z.iso.datetime(),
    }),
  }),

  qr: defineOperation({
    name: 'server.qr',
    summary: 'Get the pairing string of a client',
    description:
      'Start the worker, then poll. `data` is false while the string is awaited, the string once it exists, true once paired.',
    scope: 'worker:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'writes',
    audited: false,
    input: z.strictObject({ clientId }),
    output: z.object({
      message: z.string(),
      data: z.union([z.string(), z.boolean()]),
      expiresAt: timestamp.nullable().describe('When the string is replaced by another one.'),
      pairingCode: PairingCode.nullable().describe('The code of worker.pairingCode that counts now.'),
    }),
  }),

  status: defineOperation({
    name: 'server.status',
    summary: 'Get how the whole service does (admin only)',
    description:
      'Of the process that answers, the database, the hosts that own clients, and what waits. Counts are of all users.',
    scope: 'worker:read',
    reach: 'account',
    effect: 'reads',
    role: 'admin',
    extension: true,
    input: z.strictObject({}),
    output: z.object({
      version: z.string(),
      runtime: z.string().describe('Version of Node.'),
      startedAt: timestamp.describe('When the process that answers began.'),
      memoryBytes: z.int().describe('Of the process that answers.'),
      database: z.object({
        version: z.string(),
        sizeBytes: z.int(),
        latencyMs: z.number().describe('How long it took to look.'),
      }),
      webVersions: z
        .array(
          z.object({
            network: z.enum(['whatsapp', 'sandbox']),
            version: z.string().describe('Of WhatsApp Web, as clients tell it to the network.'),
            source: z
              .enum(['page', 'pinned', 'built_in'])
              .describe(
                '`page`: the network’s own page named it; `pinned`: WEB_VERSION does; `built_in`: it came with the service.',
              ),
            confirmedAt: timestamp.describe('When it last was known to be the newest.'),
            isOld: z.boolean().describe('That is more than 14 days ago: the network may refuse it soon.'),
            newest: z.string().nullable().describe('What the page said last; null when it never did.'),
            checkedAt: timestamp.nullable().describe('When the page was last read.'),
            problem: z
              .string()
              .nullable()
              .describe(
                'Why the page could not be read since, as a code such as TIMEOUT; null when it could.',
              ),
          }),
        )
        .describe('One for each network that a client connected to.'),
      hosts: z
        .array(z.object({ id: z.string(), clients: z.int() }))
        .describe('Who owns clients now; a host without any is not among them.'),
      clients: z.object({
        total: z.int(),
        running: z.int().describe('Those that should run.'),
        unowned: z.int().describe('Those that should run, and no host owns them.'),
        byStatus: z.record(z.string(), z.int()).describe('By their live status.'),
      }),
      backlog: z.object({
        inbound: Backlog.describe('Events for flows that are not processed yet.'),
        outbound: Backlog.describe('Messages of flows that did not leave yet.'),
        webhooks: Backlog.describe('Events that wait to be posted.'),
        timers: Backlog.describe('Timers of flows that are due.'),
      }),
      counts: z.object({
        users: z.int(),
        flows: z.int(),
        activeFlows: z.int(),
        openRuns: z.int(),
        messages: z.int().describe('As the database estimates it.'),
        proxies: z.int(),
        failedProxies: z.int(),
      }),
    }),
  }),
}
