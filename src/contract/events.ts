import { z } from 'zod'
import { cursor } from './fields.ts'
import { extension } from './operation.ts'
import { LoggedEvent } from './resources.ts'

export const events = {
  list: extension(
    'events',
    'List what happened, oldest first',
    'Call again with `nextCursor` to go on; an empty page with the same cursor means nothing new happened yet.',
  )
    .input(z.strictObject({ cursor: cursor.optional(), limit: z.int().min(1).max(500).default(100) }))
    .output(z.object({ events: z.array(LoggedEvent), nextCursor: z.string().nullable() })),
}
