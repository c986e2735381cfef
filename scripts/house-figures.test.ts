import { describe, expect, it } from 'vitest'
import {
  countLines,
  countLongFunctions,
  describeCircles,
  formatMarks,
  listUpArrows,
} from './house-figures.ts'

describe('circles', () => {
  it('come with their size and their way round, the shortest way first', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['e']],
      ['e', ['d']],
    ])
    expect(describeCircles(graph)).toEqual(['2 files: d > e > d', '3 files: a > b > c > a'])
  })
})

describe('arrows that run up', () => {
  it('are listed by room, the room with the most first', () => {
    const graph = new Map([
      ['one/a', ['one/b']],
      ['one/b', ['one/a', 'two/a']],
      ['two/a', ['two/b', 'two/c']],
      ['two/b', ['two/a']],
      ['two/c', ['two/a']],
      ['three/a', ['one/a']],
    ])
    expect(listUpArrows(graph).map(({ room, arrows }) => [room, arrows?.length])).toEqual([
      ['two', 2],
      ['one', 1],
    ])
  })
})

describe('lengths', () => {
  it('count empty lines and an unfinished last one, and no line after the last', () => {
    expect(countLines('')).toBe(0)
    expect(countLines('a\n\nb\n')).toBe(3)
    expect(countLines('a\n\nb')).toBe(3)
  })

  it('count the functions that are longer than a number of lines', () => {
    const functions = [60, 61, 130].map((lines) => ({ name: 'f', line: 1, lines, isComponent: false }))
    expect(countLongFunctions(functions, 60)).toBe(2)
  })
})

describe('the table', () => {
  it('shows what was, what is and what shall be, with what to look at below', () => {
    const marks = [
      { name: 'circles', before: '13', now: '2', mark: '0', notes: ['a > b > a'] },
      { name: 'shapes of a message', before: 'about 17', now: null, mark: '11', notes: [] },
    ]
    expect(formatMarks(marks)).toEqual([
      '                      136153a          now  mark',
      'circles                    13            2  0',
      '    a > b > a',
      'shapes of a message  about 17  not counted  11',
    ])
  })
})
