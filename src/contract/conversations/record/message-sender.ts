import { z } from 'zod'

/** Who had the account send a message. */
export const MessageSender = z.object({
  kind: z
    .enum(['person', 'key', 'flow', 'campaign', 'phone'])
    .describe('`person`: also whoever wrote it with a key, by `asHuman`; the name is that of the key then.'),
  userId: z.string().nullable().describe('Of a person who signed in.'),
  name: z.string().nullable().describe('Of the person, key, flow or campaign; null when it is gone.'),
  campaignId: z.string().optional(),
})
