import { expect, it } from 'vitest'
import { toHue } from './hue.ts'

it('is the same for an id each time, and spreads ids over all colours', () => {
  const ids = Array.from({ length: 400 }, (_, n) => `4915112345${n}@s.whatsapp.net`)
  expect(ids.map(toHue)).toEqual(ids.map(toHue))
  expect(new Set(ids.map(toHue)).size).toBe(8)
})

it('takes any text', () => {
  for (const id of ['', '😀', '\ud800', 'x'.repeat(5_000)]) expect(toHue(id)).toBeGreaterThan(0)
})
