import { z } from 'zod'
import { MAX_TEXT_CHARS } from '../../limits.ts'
import { requiredText, templateField } from '../fields/text-field.ts'
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

const TYPE = 'group.send'

const schema = z.strictObject({ ...commonFields, group: groupField, text: requiredText(MAX_TEXT_CHARS) })

/** Writes to a group, whatever chat the flow runs in. */
export const groupSend = defineNode({
  type: TYPE,
  group: 'message',
  schema,
  docs: {
    summary:
      'Writes a text to a group, whatever chat the flow runs in. `error` when the number is not in it or may not write there.',
    sample: { group: '{{ trigger.group }}', text: 'Welcome, {{ trigger.person.name }}!' },
  },
  hasInput: true,
  waits: true,
  handles: () => GROUP_HANDLES,
  texts: ({ group, text }) => [...templateField('group', group), ...templateField('text', text)],
  check: ({ group }) => checkGroup(group),
  execute: (data, step) => {
    const group = findGroup(data.group, step)
    if (group === null) return leaveByError(step, 'GROUP_MISSING')
    const text = step.render(data.text)
    if (text.trim() === '') {
      step.note({ k: 'skip', type: 'text' })
      return { kind: 'follow', handle: 'ok', outcome: 'ok' }
    }
    return askGroup(step, { act: 'send', group, people: [], text })
  },
  resume: (_data, step, signal) => takeAnswer(TYPE, step, signal, () => {}),
})
