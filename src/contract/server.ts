import { z } from 'zod'
import { clientId } from './fields.ts'
import { operation } from './operation.ts'

export const server = {
  ping: operation('server', 'Check that the service answers and the key works')
    .input(z.strictObject({}))
    .output(
      z.object({
        message: z.literal('pong'),
        version: z.string(),
        uptimeSec: z.number(),
        time: z.iso.datetime(),
      }),
    ),

  qr: operation(
    'server',
    'Get the pairing string of a client',
    'Start the worker, then poll. `data` is false while the string is awaited, the string once it exists, true once paired.',
  )
    .input(z.strictObject({ clientId }))
    .output(z.object({ message: z.string(), data: z.union([z.string(), z.boolean()]) })),
}
