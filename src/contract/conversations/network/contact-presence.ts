import { z } from 'zod'
import { ShownPresence } from '../../events/live-events.ts'
import { clientId, JID_ALIASES, resolveJid, targetFields } from '../../fields.ts'
import { defineOperation } from '../../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

/** At least a minute, at most a week; a day unless given. */
const SECONDS = { least: 60, most: 604_800, usual: 86_400 } as const

const Subscription = ShownPresence.extend({
  until: timestamp.nullable().describe('Null: only because the conversation is open on a page of the team.'),
})

const reach = { ids: { clientId: 'client' } } as const
const toContact = z.strictObject({ clientId, ...targetFields })
/** What begins and ends a subscription. */
const subscribing = {
  scope: 'chat:write',
  reach,
  effect: 'writes',
  extension: true,
  audited: false,
  aliases: { jid: JID_ALIASES },
} as const

/** Who is there and who types, of those a client asked the network to be told of. */
export const presence = {
  subscribe: defineOperation({
    ...subscribing,
    name: 'presence.subscribe',
    summary: 'Have the network tell when a contact is online, types or records',
    description:
      'While the client’s account is online, which `online` of the client decides; it is renewed with each connection. What is told comes as `presence.changed` on the stream of events and to webhooks that name it. Of a group only typing and recording are told.',
    input: toContact
      .extend({
        seconds: z
          .int()
          .min(SECONDS.least)
          .max(SECONDS.most)
          .default(SECONDS.usual)
          .describe('How long from now; a further call begins anew.'),
      })
      .transform(resolveJid),
    output: Subscription,
  }),
  unsubscribe: defineOperation({
    ...subscribing,
    name: 'presence.unsubscribe',
    summary: 'End a subscription to a contact’s presence',
    input: toContact.transform(resolveJid),
    output: z.object({ success: z.literal(true) }),
  }),
  list: defineOperation({
    name: 'presence.list',
    summary: 'Tell who of those a client is subscribed to is online, types or records',
    scope: 'chat:read',
    reach,
    effect: 'reads',
    extension: true,
    input: z.strictObject({ clientId }),
    output: z.object({
      online: z.boolean().describe('Whether the client’s account is online; the network tells nothing else.'),
      subscriptions: z.array(Subscription),
    }),
  }),
}
