import { expect, it } from 'vitest'
import { textColourOn } from './text-colour.ts'

it.each([
  ['#1f6e5c', '#ffffff'],
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#ffe066', '#000000'],
  ['#aa0000', '#ffffff'],
  ['#8a8a8a', '#000000'],
])('on %s one reads %s', (background, text) => {
  expect(textColourOn(background)).toBe(text)
})
