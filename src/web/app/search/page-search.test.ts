import { expect, it } from 'vitest'
import { parseNext, readTexts } from './page-search.ts'

it('takes from an address the texts that a page knows, and nothing else', () => {
  expect(readTexts({ client: 'a', group: 5, other: 'x' }, ['client', 'contact', 'group'])).toEqual({
    client: 'a',
  })
})

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '', 5, undefined])(
  'after the sign-in nobody is led to %j',
  (next) => {
    expect(parseNext({ next })).toEqual({})
  },
)

it('after the sign-in a path of our own is gone on to', () => {
  expect(parseNext({ next: '/inbox?client=1' })).toEqual({ next: '/inbox?client=1' })
})
