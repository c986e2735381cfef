import { z } from 'zod'
import { clientId, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

/** How long a pairing link may live, in minutes. */
const PAIRING_LINK_MINUTES = { min: 5, max: 60, usual: 30 } as const

const PairingLink = z.object({
  id: z.string(),
  clientId: z.string(),
  createdBy: z.string().describe('Name of who made it, as the page shows it.'),
  createdAt: timestamp,
  expiresAt: timestamp,
  openedAt: timestamp.nullable().describe('When a browser took it; null while none has it open.'),
})

/** Links by which somebody without an account links their own phone to one client. */
export const pairingLinks = {
  create: defineOperation({
    name: 'clients.pairingLinks.create',
    summary: 'Make a link by which somebody without an account links their phone to a client',
    description:
      'For the owner of the number, who scans the QR, types the code or signs with the passkey on a page of this service. It works in one browser, for one client that has no session, until that is linked, and shows nothing else. Another link ends the one before, and what it showed.',
    scope: 'worker:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'destroys',
    extension: true,
    input: z.strictObject({
      clientId,
      minutes: z
        .int()
        .min(PAIRING_LINK_MINUTES.min)
        .max(PAIRING_LINK_MINUTES.max)
        .default(PAIRING_LINK_MINUTES.usual)
        .describe('How long it lives.'),
    }),
    output: PairingLink.extend({
      path: z
        .string()
        .describe(
          'Put the address of the service before it. It is shown this once and cannot be recovered; whoever has it first may use it.',
        ),
    }),
  }),
  list: defineOperation({
    name: 'clients.pairingLinks.list',
    summary: 'List the pairing links that still work, newest first',
    scope: 'worker:read',
    reach: { ids: { clientId: 'client' }, lists: 'clientId' },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ clientId: clientId.optional() }),
    output: z.array(PairingLink),
  }),
  revoke: defineOperation({
    name: 'clients.pairingLinks.revoke',
    summary: 'End a pairing link at once',
    description:
      'A QR or a code that its page showed is void too: the worker starts anew and shows another QR, while the client is not linked yet. With GATEWAY_TIMEOUT the link is over all the same; worker.restart voids what it showed.',
    scope: 'worker:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ clientId, id: resourceId }),
    output: z.object({ success: z.boolean() }),
  }),
}
