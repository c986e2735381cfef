import { expect, it } from 'vitest'
import { toReadable } from './addresses.ts'

const hidden = (ending: string) => `Hidden number …${ending}`

it.each([
  ['447700900001@s.whatsapp.net', '+447700900001'],
  ['184002030405060@lid', 'Hidden number …5060'],
  ['1234@lid', 'Hidden number …1234'],
  ['120363000000000001@g.us', '120363000000000001@g.us'],
  ['ana', 'ana'],
])('shows %s as %s', (jid, shown) => {
  expect(toReadable(jid, hidden)).toBe(shown)
})
