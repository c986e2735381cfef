import { expect, it } from 'vitest'
import { fillReply } from './fill-reply.ts'

const VALUES = {
  contact: { name: 'Ana', phone: null, fields: { size: 42, note: ' ' } },
  agent: { name: 'Bia' },
}

it.each([
  ['Hi {{contact.name}}, {{ agent.name }} here.', 'Hi Ana, Bia here.', []],
  ['Size {{ contact.fields.size }}', 'Size 42', []],
  ['Call {{ contact.phone }}{{ contact.fields.note }}!', 'Call !', ['contact.phone', 'contact.fields.note']],
  ['{{ contact.toString }}', '', ['contact.toString']],
  ['{{ order.id }} and {{ contact }}', '{{ order.id }} and {{ contact }}', []],
  ['{% if x %} {{ contact.name }}', '{% if x %} Ana', []],
  ['No variables, 50 % off', 'No variables, 50 % off', []],
])('%s', (text, filled, missing) => {
  expect(fillReply(text, VALUES)).toEqual({ text: filled, missing })
})
