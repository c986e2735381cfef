import { z } from 'zod'
import { cursor, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { EVENT_NAMES, LoggedEvent } from '../resources.ts'

export const events = {
  list: defineOperation({
    name: 'events.list',
    summary: 'List what happened, oldest first',
    description:
      'Call again with `nextCursor` to go on; an empty page with the same cursor means nothing new happened yet. The same events come as they happen from `GET events/stream` (server-sent events).',
    scope: 'events:read',
    reach: { ids: { clientId: 'client' }, lists: 'clientId' },
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      cursor: cursor.optional(),
      limit: z.int().min(1).max(500).default(100),
      names: z.array(z.enum(EVENT_NAMES)).min(1).optional().describe('Only these.'),
      clientId: resourceId.optional().describe('Only of this client.'),
    }),
    output: z.object({ events: z.array(LoggedEvent), nextCursor: z.string().nullable() }),
  }),
}
