import { z } from 'zod'
import { timestamp, WORKER_STATUSES } from '../resources.ts'

/** The live state of a client's worker: a stable code for programs, a sentence and an action for people. */
export const WorkerStatus = z.object({
  clientId: z.string(),
  status: z.enum(WORKER_STATUSES),
  code: z.string(),
  message: z.string(),
  action: z.string().nullable().describe('What a person can do about it.'),
  desiredState: z.enum(['running', 'stopped']),
  network: z.enum(['whatsapp', 'sandbox']),
  since: timestamp,
  memoryBytes: z.int().nullable().describe('An estimate; null until it was looked at.'),
  proxy: z
    .enum(['own', 'pool'])
    .nullable()
    .describe('Whether it goes through a proxy of its own or of the pool; null: directly.'),
  restrictedUntil: timestamp
    .nullable()
    .describe('Until when nothing is sent to new people, where the network says so.'),
  newChats: z
    .object({
      allowed: z.int().nullable().describe('Null when the network does not say.'),
      used: z.int().describe('Those begun on the phone too.'),
      level: z.enum(['none', 'first_warning', 'second_warning', 'capped']).describe('As the network says.'),
      since: timestamp.nullable(),
      until: timestamp.nullable().describe('Then the network counts anew.'),
    })
    .nullable()
    .describe('The network’s limit on chats with new people, whose last tenth is left to the phone.'),
})
