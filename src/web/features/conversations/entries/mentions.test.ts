import { expect, test } from 'vitest'
import { findMembers, findMention, findNamed, splitByMentions } from './mentions.ts'

const ANA = { userId: 'a', name: 'Ana Souza' }
const ANABEL = { userId: 'b', name: 'Ana' }
const ZOE = { userId: 'z', name: 'Zoë (night)' }

test('a name is asked for by @ at the beginning of a word, up to the caret', () => {
  expect(findMention('Ask @Ana S', 10)).toEqual({ from: 4, query: 'Ana S' })
  expect(findMention('@', 1)).toEqual({ from: 0, query: '' })
  expect(findMention('ana@example.org', 15)).toBeNull()
  expect(findMention('Ask @Ana\nnow', 12)).toBeNull()
})

test('members are found by a word of their name, whatever its case and accents', () => {
  expect(findMembers([ANA, ZOE], 'sou')).toEqual([ANA])
  expect(findMembers([ANA, ZOE], 'ZOE')).toEqual([ZOE])
  expect(findMembers([ANA, ZOE], 'na')).toEqual([])
  expect(findMembers([ANA, ZOE], '')).toEqual([ANA, ZOE])
})

test('a text names those whose whole name stands behind @, each once', () => {
  expect(findNamed('Ask @Ana Souza, @Ana Souza or @Zoë', [ANA, ANABEL, ZOE])).toEqual(['a'])
  expect(findNamed('@Ana and Zoë (night)', [ANA, ANABEL, ZOE])).toEqual(['b'])
})

test('names stand apart from the text, the longer before one it begins with', () => {
  const split = (text: string) =>
    splitByMentions(text, [ANABEL.name, ANA.name, ZOE.name]).map((part) => [part.text, part.isName])
  expect(split('Ask @Ana Souza, @Ana')).toEqual([
    ['Ask ', false],
    ['@Ana Souza', true],
    [', ', false],
    ['@Ana', true],
  ])
  expect(split('@Zoë (night)?')).toEqual([
    ['@Zoë (night)', true],
    ['?', false],
  ])
  expect(splitByMentions('@Ana', [])).toEqual([{ text: '@Ana', isName: false }])
})
