import { z } from 'zod'
import { Coded } from '../resources.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

/** Where events are posted to. Its secret is shown once, when it is made or rotated. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  names: z.array(z.string()).nullable().describe('The events it takes; null: all.'),
  clientId: z.string().nullable().describe('The client whose events it takes; null: all clients.'),
  isEnabled: z.boolean(),
  disabledReason: z.string().nullable().describe('Why the service switched it off, and what to do.'),
  waiting: z.int().describe('Events that wait to be delivered.'),
  dead: z.int().describe('Events that could not be delivered within 24 hours.'),
  failures: z.int().describe('Failures since the last success; a conversation that fails again counts once.'),
  pausedUntil: timestamp.nullable().describe('After repeated failures nothing is tried before then.'),
  lastSuccessAt: timestamp.nullable(),
  lastFailureAt: timestamp.nullable(),
  lastError: z.string().nullable(),
  lastFailure: Coded.nullable().describe('Of `lastError`, as a code with what varies.'),
  disabledFailure: Coded.nullable().describe('Of `disabledReason`, the same.'),
  createdAt: timestamp,
  updatedAt: timestamp,
})

/** One event for one webhook. */
export const WebhookDelivery = z.object({
  id: z.string(),
  eventId: z.string(),
  name: z.string().nullable().describe('The event’s name; null when the log no longer has it.'),
  status: z.enum(['waiting', 'delivered', 'dead']),
  attempts: z.int(),
  nextAttemptAt: timestamp.nullable(),
  lastStatus: z.int().nullable().describe('HTTP status of the last answer.'),
  lastError: z.string().nullable(),
  lastFailure: Coded.nullable().describe('Of `lastError`, as a code with what varies.'),
  lastDurationMs: z.int().nullable(),
  lastTriedAt: timestamp.nullable(),
  createdAt: timestamp,
  settledAt: timestamp.nullable(),
})
