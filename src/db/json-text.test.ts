import { expect, test } from 'vitest'
import { toJsonText } from './json-text.ts'

test('half characters and NUL become the replacement character, everything else stays', () => {
  const texts = [
    '\ud83d',
    'a\ud800\ud800b',
    '\u0000',
    'x\\\u0000',
    '\\ud800 written out',
    '😀 \u001f "quoted" \\',
  ]
  expect(JSON.parse(toJsonText(texts))).toEqual([
    '\ufffd',
    'a\ufffd\ufffdb',
    '\ufffd',
    'x\\\ufffd',
    '\\ud800 written out',
    '😀 \u001f "quoted" \\',
  ])
})
