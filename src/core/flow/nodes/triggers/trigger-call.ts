import { z } from 'zod'
import { CALL_STATES } from '../../../conversation/call.ts'
import { findingText } from '../../findings.ts'
import { commonFields, defineNode, OUT } from '../node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  states: z.array(z.enum(CALL_STATES)).min(1, findingText('CALL_STATES_MISSING')).default(['missed']),
  priority: z.number().int().min(-100).max(100).default(0),
  interrupt: z.boolean().default(false),
  cooldownSec: z.number().min(0).default(0),
})

/** Starts the flow when somebody calls the account, or when the call is over. */
export const triggerCall = defineNode({
  type: 'trigger.call',
  group: 'trigger',
  schema,
  docs: {
    summary:
      'Starts the flow in the chat with who calls: when it rings, or once nobody took the call (`missed`), somebody did (`answered`) or did not want to (`refused`); once for each of these. `{{ trigger.call.state }}` and `{{ trigger.call.isVideo }}` tell which. Calls of groups start nothing.',
    sample: { states: ['missed', 'refused'], cooldownSec: 3_600 },
  },
  hasInput: false,
  waits: false,
  handles: () => [OUT],
  trigger: ({ label: _label, notes: _notes, v: _v, ...rule }) => ({ kind: 'call', ...rule }),
  execute: () => ({ kind: 'follow', handle: 'out', outcome: 'triggered' }),
})
