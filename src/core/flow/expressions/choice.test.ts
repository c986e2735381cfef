import { expect, test } from 'vitest'
import { findNamed } from './choice.ts'

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
