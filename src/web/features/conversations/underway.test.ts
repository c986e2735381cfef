import { expect, test } from 'vitest'
import { dropStored } from './underway.ts'

const NONE: ReadonlySet<string> = new Set()
const stored = (id: string, text: string | null, type = 'text', fromMe = true) => ({
  message: { id, fromMe, type, text },
})
const begun = (text: string | null, stood = NONE, kind = 'text') => ({ underway: { text, kind }, stood })

test('what is stored is not shown as on its way beside itself', () => {
  expect(dropStored([begun('Yes.')], [], NONE)).toHaveLength(1)
  expect(dropStored([begun('Yes.')], [stored('b', 'Yes.'), stored('a', 'Hi')], NONE)).toEqual([])
  const file = { underway: { text: null, kind: 'image', written: { words: 'This one' } }, stood: NONE }
  expect(dropStored([file], [stored('a', 'This one', 'image')], NONE)).toEqual([])
})

test('a message that stood there before, or was written by the contact, is not the one on its way', () => {
  expect(dropStored([begun('Yes.', new Set(['a']))], [stored('a', 'Yes.')], NONE)).toHaveLength(1)
  expect(dropStored([begun('Yes.')], [stored('a', 'Yes.', 'text', false)], NONE)).toHaveLength(1)
})

test('of two equal ones on their way each stored message answers for one', () => {
  const two = [begun('ok'), begun('ok')]
  expect(dropStored(two, [stored('a', 'ok')], NONE)).toHaveLength(1)
  expect(dropStored(two, [stored('b', 'ok'), stored('a', 'ok')], NONE)).toEqual([])
  // The call of the first has ended: its message does not hide the second.
  expect(dropStored([begun('ok')], [stored('a', 'ok')], new Set(['a']))).toHaveLength(1)
})
