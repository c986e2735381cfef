import { z } from 'zod'
import { clientId } from './fields.ts'
import { extension } from './operation.ts'

export const sandbox = {
  scan: extension(
    'sandbox',
    'Scan a client’s QR with a simulated phone',
    'For clients on the sandbox network that runs inside this service; the worker must be showing a QR. A fictional number is chosen.',
  )
    .input(z.strictObject({ clientId }))
    .output(z.object({ message: z.string().describe('A sentence for people.'), phoneNumber: z.string() })),
}
