import { expect, test } from 'vitest'
import { findPlace } from './sections.ts'

const sectionOf = (pathname: string) => findPlace(pathname)?.section

test('a page belongs to the section that lists it, also one of its parts', () => {
  expect(sectionOf('/webhooks')).toBe('connect')
  expect(sectionOf('/flows/1/results')).toBe('flows')
  expect(sectionOf('/runs/1')).toBe('flows')
})

test('of two addresses that fit, the longer one counts', () => {
  expect(sectionOf('/account')).toBe('settings')
  expect(sectionOf('/account/api-keys')).toBe('connect')
})

test('an address that only begins alike belongs to none', () => {
  expect(sectionOf('/flowsheet')).toBeUndefined()
})
