import { expect, test } from 'vitest'
import { Simulation } from '../index.ts'
import { parseCaseFlow } from '../simulate/case-format.ts'

test('what is written ahead of a question whose texts fail by then ends the run, and not the event', () => {
  const world = new Simulation({ contacts: { u: { fields: { many: [1] } } } })
  const parsed = parseCaseFlow({
    nodes: [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['d', 'delay', { seconds: 60, onMessage: 'buffer' }],
      [
        'm',
        'menu.list',
        {
          prompt: 'Which?',
          list: '{{ contact.fields.many }}',
          itemText: '{% for one in contact.fields.many %}{{ one }}{% endfor %}',
          saveAs: 'which',
        },
      ],
    ],
    edges: ['t>d', 'd>m'],
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed))
  world.publish('A', parsed.definition)
  const receive = (text: string) => {
    world.receive('u', { type: 'message_received', message: { id: text, type: 'text', text } }, text)
    world.pump()
  }
  receive('go')
  world.setAcks('hold')
  world.advanceTo(60_000)
  expect(world.runs).toMatchObject([{ state: 'waiting_input' }])

  const contact = world.contacts.get('u')
  if (!contact) throw new Error('the contact is known')
  world.contacts.set('u', { ...contact, fields: { many: Array.from({ length: 101 }, () => 1) } })
  receive('1')

  expect(world.runs).toMatchObject([{ state: 'failed', error: 'NODE_ERROR' }])
})
