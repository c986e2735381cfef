import { z } from 'zod'
import { templateField, variableName } from '../fields/text-field.ts'
import { commonFields, defineNode } from '../node-type.ts'
import {
  askGroup,
  checkGroup,
  findGroup,
  GROUP_HANDLES,
  groupField,
  leaveByError,
  takeAnswer,
} from './group-act.ts'

const TYPE = 'group.invite'

const schema = z.strictObject({
  ...commonFields,
  group: groupField,
  renew: z.boolean().default(false),
  saveAs: variableName.default('invite'),
})

const urlOf = (output: unknown): unknown =>
  typeof output === 'object' && output !== null && 'url' in output ? output.url : null

/** Keeps the invite link of a group as a variable. */
export const groupInvite = defineNode({
  type: TYPE,
  group: 'action',
  schema,
  docs: {
    summary:
      'Keeps the invite link of a group as a variable; with `renew` the link of before is worthless from then on. The number has to be an admin of the group.',
    sample: { group: '120363025246125888@g.us', saveAs: 'invite' },
  },
  hasInput: true,
  waits: true,
  handles: () => GROUP_HANDLES,
  texts: ({ group }) => templateField('group', group),
  check: ({ group }) => checkGroup(group),
  writes: ({ saveAs }) => [saveAs],
  execute: (data, step) => {
    const group = findGroup(data.group, step)
    if (group === null) return leaveByError(step, 'GROUP_MISSING')
    return askGroup(step, { act: data.renew ? 'renew_invite' : 'get_invite', group, people: [], text: null })
  },
  resume: (data, step, signal) =>
    takeAnswer(TYPE, step, signal, (output) => step.setVariable(data.saveAs, urlOf(output))),
})
