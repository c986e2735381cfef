import { expect, it } from 'vitest'
import { takeCitations } from './citations.ts'

const source = (title: string) => ({
  ...{ documentId: title, title, url: null, heading: null, page: null, row: null },
})
const SOURCES = ['hours', 'prices', 'delivery'].map(source)

it.each([
  ['We open at 8 [1].', 'We open at 8.', ['hours']],
  ['[2] It costs 5 [1, 3] and [3][2] more', ' It costs 5 and more', ['hours', 'prices', 'delivery']],
  ['Until six [9] or [0].', 'Until six or.', []],
  ['A list [a] and [1b] stay', 'A list [a] and [1b] stay', []],
  ['Nothing named.', 'Nothing named.', []],
])('"%s" is said as "%s" and names %j', (said, text, titles) => {
  const taken = takeCitations(said, SOURCES)
  expect([taken.text, taken.named.map(({ title }) => title)]).toEqual([text, titles])
})
