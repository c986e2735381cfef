import { z } from 'zod'
import { GROUP_CHANGES } from '../../../conversation/flow-event.ts'
import { findingText } from '../../findings.ts'
import { readGroup } from '../fields/group-fields.ts'
import { commonFields, defineNode, OUT } from '../node-type.ts'

const MAX_GROUPS = 50

const schema = z.strictObject({
  ...commonFields,
  changes: z
    .array(z.enum(GROUP_CHANGES))
    .min(1, findingText('GROUP_CHANGES_MISSING'))
    .default(['added', 'joined']),
  groups: z
    .array(z.string().refine((given) => readGroup(given) !== null, findingText('NO_GROUP')))
    .max(MAX_GROUPS)
    .default([]),
  answerIn: z.enum(['person', 'group']).default('person'),
  priority: z.number().int().min(-100).max(100).default(0),
  interrupt: z.boolean().default(false),
  cooldownSec: z.number().min(0).default(0),
})

/** Starts the flow when something happens to somebody in a group of the account. */
export const triggerGroup = defineNode({
  type: 'trigger.group',
  group: 'trigger',
  schema,
  docs: {
    summary:
      'Starts the flow when somebody is added to a group, joins it by its link, is removed, leaves or asks to be let in; once for each of them. `answerIn` says whether it runs in the chat with that person or in the group; `{{ trigger.person.name }}`, `{{ trigger.group }}`, `{{ trigger.change }}` and `{{ trigger.by.name }}` tell what happened.',
    sample: { changes: ['added', 'joined'], groups: ['120363025246125888@g.us'], answerIn: 'group' },
  },
  hasInput: false,
  waits: false,
  handles: () => [OUT],
  trigger: ({ label: _label, notes: _notes, v: _v, groups, ...rule }) => ({
    kind: 'group',
    ...rule,
    groups: groups.flatMap((given) => readGroup(given) ?? []),
  }),
  execute: () => ({ kind: 'follow', handle: 'out', outcome: 'triggered' }),
})
