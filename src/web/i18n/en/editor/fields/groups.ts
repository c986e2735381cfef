/** Of the forms of groups: labels, hints and choices. */
export const groups: Record<'fields' | 'hints' | 'choices', Record<string, string>> = {
  fields: {
    states: 'When',
    changes: 'When',
    groups: 'Which groups',
    answerIn: 'The flow runs',
    act: 'What is done',
    group: 'Group',
    people: 'People',
    renew: 'Make the old link worthless',
  },
  hints: {
    'trigger.call.states': '{{ trigger.call.state }} tells which it was. Calls of groups start nothing.',
    'trigger.group.groups':
      'Each by its address, from its page under Groups; Enter adds one. Empty: all groups.',
    'trigger.group.answerIn': '{{ trigger.person.name }} is whom it happened to.',
    'group.members.group': 'Empty: the group of the trigger, or the one the flow runs in.',
    'group.members.people':
      'Numbers or addresses with commas between. Empty: the person of the trigger, or the contact.',
    'group.send.group': 'Empty: the group of the trigger, or the one the flow runs in.',
    'group.invite.group': 'Empty: the group of the trigger, or the one the flow runs in.',
  },
  choices: {
    'states.ringing': 'It rings',
    'states.answered': 'Somebody took the call',
    'states.refused': 'Somebody refused it',
    'states.missed': 'Nobody took it',
    'changes.added': 'Somebody is added',
    'changes.joined': 'Somebody joins by the link',
    'changes.removed': 'Somebody is removed',
    'changes.left': 'Somebody leaves',
    'changes.asked': 'Somebody asks to join',
    'answerIn.person': 'in the chat with this person',
    'answerIn.group': 'in the group',
    'act.add': 'Add',
    'act.remove': 'Remove',
    'act.promote': 'Make admin',
    'act.demote': 'No longer admin',
    'act.approve': 'Let in who asks to join',
    'act.reject': 'Turn away who asks to join',
  },
}
