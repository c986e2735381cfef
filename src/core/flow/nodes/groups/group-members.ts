import { z } from 'zod'
import { isGroup } from '../../../addresses.ts'
import { GROUP_MEMBER_ACTS } from '../../effects.ts'
import { finding } from '../../findings.ts'
import { hasTemplate, readPeople } from '../fields/group-fields.ts'
import { optionalText, templateField } from '../fields/text-field.ts'
import { commonFields, defineNode, type NodeProblem, type StepContext } from '../node-type.ts'
import {
  askGroup,
  checkGroup,
  findGroup,
  GROUP_HANDLES,
  groupField,
  leaveByError,
  takeAnswer,
  triggerOf,
} from './group-act.ts'

const TYPE = 'group.members'
/** As many as the operations on groups take. */
const MAX_PEOPLE = 100

const schema = z.strictObject({
  ...commonFields,
  act: z.enum(GROUP_MEMBER_ACTS).default('add'),
  group: groupField,
  people: optionalText,
})

/** Takes people into a group or out of it, makes them admins, or decides about who asks to join. */
export const groupMembers = defineNode({
  type: TYPE,
  group: 'action',
  schema,
  docs: {
    summary:
      'Adds people to a group, removes them, makes them admins or members again, lets in who asks to join or turns them away. Without `group` it is the group of the trigger or of the chat, without `people` the person of the trigger or of the chat.',
    sample: { act: 'approve', group: '{{ trigger.group }}', people: '{{ trigger.person.jid }}' },
  },
  hasInput: true,
  waits: true,
  handles: () => GROUP_HANDLES,
  texts: ({ group, people }) => [...templateField('group', group), ...templateField('people', people)],
  check: ({ group, people = '' }) => {
    const problems: NodeProblem[] = checkGroup(group)
    if (!hasTemplate(people) && readPeople(people) === null)
      problems.push({ path: 'people', ...finding('NO_PEOPLE') })
    return problems
  },
  execute: (data, step) => {
    const group = findGroup(data.group, step)
    if (group === null) return leaveByError(step, 'GROUP_MISSING')
    const people = findPeople(data.people, step)
    if (people === null || people.length === 0 || people.length > MAX_PEOPLE)
      return leaveByError(step, 'BAD_ADDRESS')
    return askGroup(step, { act: data.act, group, people, text: null })
  },
  resume: (_data, step, signal) => takeAnswer(TYPE, step, signal, () => {}),
})

/** Those the field names, else whom the trigger was about, else who wrote, else the contact. */
function findPeople(field: string | undefined, step: StepContext): string[] | null {
  const given = field === undefined ? '' : step.render(field).trim()
  if (given !== '') return readPeople(given)
  const { contact } = step
  const jid = triggerOf(step).person?.jid ?? (isGroup(contact.jid) ? step.message?.sender?.jid : contact.jid)
  return jid === undefined ? [] : [jid]
}
