import { describe, expect, test } from 'vitest'
import { type ChatMark, toggleMark } from './chat-marks.ts'

/** A text with its selection between brackets, before and after. */
function toggle(marked: string, mark: ChatMark): string {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  const after = toggleMark({ text: marked.replace('[', '').replace(']', ''), start, end }, mark)
  return `${after.text.slice(0, after.start)}[${after.text.slice(after.start, after.end)}]${after.text.slice(after.end)}`
}

describe('marks of the chat', () => {
  test.each([
    ['a [word] b', 'bold', 'a [*word*] b'],
    ['a [*word*] b', 'bold', 'a [word] b'],
    ['a *[word]* b', 'bold', 'a [word] b'],
    ['a *[word]* b', 'italic', 'a *[_word_]* b'],
    ['a[ word ]b', 'struck', 'a[ ~word~ ]b'],
    ['[one\n\n two]', 'code', '[`one`\n\n `two`]'],
    ['[*one*\ntwo]', 'bold', '[*one*\n*two*]'],
    ['a []', 'bold', 'a *[]*'],
    ['[$& *]', 'bold', '[*$& **]'],
  ] as const)('%j with %s becomes %j', (before, mark, after) => {
    expect(toggle(before, mark)).toBe(after)
  })
})
