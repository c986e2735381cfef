import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageTitle, toCount } from './page-title.ts'

const page = { title: 'as it was' }
beforeEach(() => void vi.stubGlobal('document', page))
afterEach(() => void vi.unstubAllGlobals())

test('what waits stands before the title of every page', () => {
  pageTitle.count(2)
  expect(page.title).toBe('as it was')
  pageTitle.show('Flows')
  expect(page.title).toBe('(2) Flows')
  pageTitle.show('Inbox')
  pageTitle.count(1_000)
  expect(page.title).toBe('(1000+) Inbox')
  pageTitle.count(0)
  expect(page.title).toBe('Inbox')
})

test('a count that ended says so', () => {
  expect([999, 1_000, 1_001].map(toCount)).toEqual(['999', '1000+', '1000+'])
})
