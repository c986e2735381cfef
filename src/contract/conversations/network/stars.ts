import { z } from 'zod'
import { clientId, requestKey, resolveTarget, TARGET_ALIASES, targetFields } from '../../fields.ts'
import { defineOperation } from '../../operation.ts'

export const starMessage = defineOperation({
  name: 'chat.starMessage',
  summary: 'Star a message on WhatsApp',
  description: 'On the phone and every linked device; nobody else is told. A repeat changes nothing.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  extension: true,
  body: 'files',
  answersEnvelope: true,
  aliases: { target: TARGET_ALIASES },
  input: z
    .strictObject({
      clientId,
      ...targetFields,
      key: requestKey,
      starred: z.boolean().default(true).describe('False takes the star away.'),
    })
    .transform(resolveTarget),
  output: z.object({ clientId: z.string(), jid: z.string(), id: z.string(), starred: z.boolean() }),
})
