import { expect, test } from 'vitest'
import type { NotedContact } from './contact-data.ts'
import { toCsv } from './contact-files.ts'

const contact = (id: string, fields: Record<string, unknown>, name = 'Ana'): NotedContact => ({
  contact: { id, lid: null, name, notify: null, username: 'ana.b', phoneNumber: `+${id}` },
  picture: null,
  blacklist: false,
  favourite: true,
  tags: ['vip', 'new'],
  fields,
  handoffUntil: null,
})

test('contacts are written as CSV with a column for each field that any of them has', () => {
  const text = toCsv([contact('1', { plan: 'Pro, "gold"', age: 7 }), contact('2', { vip: true })])
  expect(text.split('\r\n')).toEqual([
    'id,phoneNumber,username,name,tags,favourite,blacklist,fields.age,fields.plan,fields.vip',
    `1,'+1,ana.b,Ana,"vip, new",true,false,7,"Pro, ""gold""",`,
    `2,'+2,ana.b,Ana,"vip, new",true,false,,,true`,
    '',
  ])
})

test('what a spreadsheet would take for a formula is written as a text', () => {
  expect(toCsv([contact('1', { x: '=1+1' }, '@cmd')])).toContain(`'@cmd`)
  expect(toCsv([contact('1', { x: '=1+1' })])).toContain(`'=1+1`)
})
