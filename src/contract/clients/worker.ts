import { z } from 'zod'
import { clientId, phoneNumber } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { PairingCode } from '../resources.ts'
import { passkey } from './passkey.ts'
import { WorkerHealth } from './worker-health.ts'
import { WorkerStatus } from './worker-status.ts'

const started = z.object({
  message: z.string().describe('A sentence for people.'),
  socketId: z.string().describe('The live connection, or the attempt just begun.'),
})
const done = z.object({ message: z.string().describe('A sentence for people.') })
const input = z.strictObject({ clientId })

export const worker = {
  start: defineOperation({
    name: 'worker.start',
    summary: 'Start a client’s worker',
    description: 'From then on the client is connected again after every restart.',
    scope: 'worker:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'writes',
    input: input,
    output: started,
  }),
  stop: defineOperation({
    name: 'worker.stop',
    summary: 'Stop a client’s worker; it stays paired',
    scope: 'worker:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'writes',
    extension: true,
    input: input,
    output: done,
  }),
  restart: defineOperation({
    name: 'worker.restart',
    summary: 'Stop a client’s worker and start it again',
    scope: 'worker:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'writes',
    extension: true,
    input: input,
    output: started,
  }),
  logout: defineOperation({
    name: 'worker.logout',
    summary: 'Unpair a client; the next start asks for a QR',
    scope: 'worker:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'destroys',
    extension: true,
    input: input,
    output: done,
  }),
  pairingCode: defineOperation({
    name: 'worker.pairingCode',
    summary: 'Get a code to link a client by typing it into the phone',
    description:
      'Starts the worker when it does not run. The phone of that number is told too. Another call makes another code, and the one before is void. Where it stands is in `worker.status` and `server.qr`.',
    scope: 'worker:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'writes',
    extension: true,
    input: z.strictObject({
      clientId,
      phoneNumber: phoneNumber.describe('Of the account, with its country code.'),
    }),
    output: PairingCode.extend({ message: z.string().describe('A sentence for people.') }),
  }),
  passkey,
  list: defineOperation({
    name: 'worker.list',
    summary: 'List the state of all the caller’s workers, as last reported',
    scope: 'worker:read',
    reach: { lists: 'clientId' },
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.array(WorkerStatus),
  }),
  status: defineOperation({
    name: 'worker.status',
    summary: 'Get the live state of a client’s worker',
    scope: 'worker:read',
    reach: { ids: { clientId: 'client' } },
    effect: 'reads',
    extension: true,
    assistant: true,
    input: input,
    output: WorkerStatus,
  }),
  health: defineOperation({
    name: 'worker.health',
    summary: 'Tell how a client’s account stands with its network',
    description:
      'From what was sent, refused, delivered and answered in the last two days, and how the connection held. Works while the worker is stopped, too.',
    scope: 'worker:read',
    reach: { ids: { clientId: 'client' } },
    effect: 'reads',
    extension: true,
    input: input,
    output: WorkerHealth,
  }),
}
