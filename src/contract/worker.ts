import { z } from 'zod'
import { clientId, phoneNumber } from './fields.ts'
import { extension, operation } from './operation.ts'
import { passkey } from './passkey.ts'
import { PairingCode } from './resources.ts'
import { WorkerHealth } from './worker-health.ts'
import { WorkerStatus } from './worker-status.ts'

const started = z.object({
  message: z.string().describe('A sentence for people.'),
  socketId: z.string().describe('The live connection, or the attempt just begun.'),
})
const done = z.object({ message: z.string().describe('A sentence for people.') })
const input = z.strictObject({ clientId })

export const worker = {
  start: operation(
    'worker',
    'Start a client’s worker',
    'From then on the client is connected again after every restart.',
  )
    .input(input)
    .output(started),
  stop: extension('worker', 'Stop a client’s worker; it stays paired').input(input).output(done),
  restart: extension('worker', 'Stop a client’s worker and start it again').input(input).output(started),
  logout: extension('worker', 'Unpair a client; the next start asks for a QR').input(input).output(done),
  pairingCode: extension(
    'worker',
    'Get a code to link a client by typing it into the phone',
    'Starts the worker when it does not run. The phone of that number is told too. Another call makes another code, and the one before is void. Where it stands is in `worker.status` and `server.qr`.',
  )
    .input(
      z.strictObject({
        clientId,
        phoneNumber: phoneNumber.describe('Of the account, with its country code.'),
      }),
    )
    .output(PairingCode.extend({ message: z.string().describe('A sentence for people.') })),
  passkey,
  list: extension('worker', 'List the state of all the caller’s workers, as last reported')
    .input(z.strictObject({}))
    .output(z.array(WorkerStatus)),
  status: extension('worker', 'Get the live state of a client’s worker').input(input).output(WorkerStatus),
  health: extension(
    'worker',
    'Tell how a client’s account stands with its network',
    'From what was sent, refused, delivered and answered in the last two days, and how the connection held. Works while the worker is stopped, too.',
  )
    .input(input)
    .output(WorkerHealth),
}
