import { z } from 'zod'
import { MESSAGE_KINDS } from '../../../conversation/message.ts'
import { finding } from '../../findings.ts'
import { commonFields, defineNode, OUT } from '../node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  messageTypes: z.array(z.enum(MESSAGE_KINDS)).min(1).optional(),
  only: z.enum(['always', 'first_ever', 'after_idle']).default('always'),
  idleSec: z.number().positive().optional(),
  priority: z.number().int().min(-100).max(100).default(-10),
  cooldownSec: z.number().min(0).default(3_600),
})

/** Starts the flow on any message that no keyword claimed. */
export const triggerAnyMessage = defineNode({
  type: 'trigger.any_message',
  group: 'trigger',
  schema,
  docs: {
    summary: 'Starts the flow on any message no keyword claimed, at most once per cooldown.',
    sample: { only: 'after_idle', idleSec: 86_400, cooldownSec: 3_600 },
  },
  hasInput: false,
  waits: false,
  handles: () => [OUT],
  check: (data) =>
    data.only === 'after_idle' && data.idleSec === undefined
      ? [{ path: 'idleSec', ...finding('IDLE_TIME_MISSING') }]
      : [],
  trigger: (data) => ({
    kind: 'any_message',
    messageTypes: data.messageTypes ?? null,
    only: data.only,
    idleSec: data.idleSec ?? 0,
    priority: data.priority,
    cooldownSec: data.cooldownSec,
  }),
  execute: () => ({ kind: 'follow', handle: 'out', outcome: 'triggered' }),
})
