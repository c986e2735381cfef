import { expect, test } from 'vitest'
import { findNamed, indexSynonyms, matchNamed } from './choice.ts'

const MENU = [['Básico', 'basic'], ['Pro', 'premium'], ['Talk to us'], ['A', 'e-mail']]

test.each([
  ['1', 0],
  ['option 1', 0],
  ['Option 1.', 0],
  ['1 please', 0],
  ['2, por favor', 1],
  ['opção nº 2', null],
  ['opção 2', 1],
  ['número 2 obrigado!', 1],
  ['2. Pro', 1],
  ['2) premium', 1],
  ['Pro please', 1],
  ['talk to us, thank you', 2],
  ['A please', 3],
  ['e-mail please', 3],
  ['٢', 1],
  ['२ please', 1],
  ['１', 0],
  ['1 Pro', null],
  ['1 or 2', null],
  ['not 1', null],
  ['I have 2 dogs', null],
  ['please', null],
  ['5', null],
  ['', null],
])('"%s" chooses %s', (text, index) => {
  expect(findNamed(MENU, text)).toBe(index)
})

test('an answer that could be two options is none, and an exact name wins', () => {
  const menu = [['Option 2'], ['Pro'], ['please']]
  expect(findNamed(menu, 'option 2')).toBe(0)
  expect(findNamed(menu, 'option 2 thanks')).toBeNull()
  expect(findNamed(menu, 'please')).toBe(2)
})

const SHOP = [
  ['Order status', 'track'],
  ['Opening hours'],
  ['Talk to a person', 'human'],
  ['Invoice 2025'],
  ['Invoice 2026'],
]
const synonyms = indexSynonyms([
  ['person', 'agent', 'Attendant'],
  ['order status', 'where is my parcel'],
  ['opening', 'business'],
])

test.each([
  ['2', 1, 'number'],
  ['order status', 0, 'name'],
  ['track please', 0, 'among_words'],
  ['two', 1, 'number_in_words'],
  ['the second one', 1, 'number_in_words'],
  ['option three, please', 2, 'number_in_words'],
  ['dois', 1, 'number_in_words'],
  ['opção duas', 1, 'number_in_words'],
  ['la segunda', 1, 'number_in_words'],
  ['talk to a agent', 2, 'synonym'],
  ['Where is my parcel?', 0, 'synonym'],
  ['business hours', 1, 'synonym'],
  ['hours', 1, 'part_of_name'],
  ['status, please', 0, 'part_of_name'],
  ['odrer staus', 0, 'typing_error'],
  ['orderstatus', 0, 'typing_error'],
  ['opning hours', 1, 'typing_error'],
  ['humna', 2, 'typing_error'],
  ['oppening hours please', 1, 'typing_error'],
])('a tolerant menu understands "%s" as option %s by %s', (text, index, kind) => {
  expect(matchNamed(SHOP, text, { synonyms })).toEqual({ index, kind })
})

test.each([
  'six',
  'not two',
  'two or three',
  'invoice 2027',
  'invoice',
  'to a',
  '2025',
  'I would like to hear about something else',
])('a tolerant menu does not guess what "%s" is', (text) => {
  expect(matchNamed(SHOP, text, { synonyms })).toBeNull()
})

test('nothing of that is understood without a tolerance', () => {
  for (const text of ['two', 'talk to a agent', 'odrer staus']) expect(matchNamed(SHOP, text)).toBeNull()
})

test('a text with as few errors to two options chooses none', () => {
  expect(matchNamed([['sales'], ['salts']], 'salbs', { synonyms: new Map() })).toBeNull()
  expect(matchNamed([['sales'], ['salaries']], 'salse', { synonyms: new Map() })?.index).toBe(0)
})

test('short words, digits and first letters have no errors of typing', () => {
  const menu = [['sim'], ['date'], ['plan 1'], ['plan 2']]
  for (const text of ['sem', 'late', 'plan 3', 'plan 12'])
    expect(matchNamed(menu, text, { synonyms: new Map() })).toBeNull()
})
