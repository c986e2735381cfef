import { expect, it } from 'vitest'
import { toRawText } from './raw-content.ts'

it('a message is shown as it came, and one without content as nothing', () => {
  expect(toRawText({ orderMessage: { itemCount: 2 } })).toEqual({
    text: '{\n  "orderMessage": {\n    "itemCount": 2\n  }\n}',
    isCut: false,
  })
  expect(toRawText(null)).toEqual({ text: 'null', isCut: false })
  expect(toRawText(undefined)).toEqual({ text: '', isCut: false })
})

it('long bytes are cut, and so is a message of many parts', () => {
  const bytes = toRawText({ thumbnail: 'A'.repeat(100_000) })
  expect(bytes.isCut).toBe(true)
  expect(bytes.text.length).toBeLessThan(600)
  const many = toRawText({ list: Array.from({ length: 50_000 }, (_, n) => n) })
  expect(many.isCut).toBe(true)
  expect(many.text.length).toBeLessThanOrEqual(20_001)
})
