import { expect, it } from 'vitest'
import { toAddress } from '../../../core/addresses.ts'
import { createKnownPeople } from './known-people.ts'

const phone = toAddress('5511944440001@s.whatsapp.net')
const lid = toAddress('123456789012345@lid')

it('tells of a person once, whether by number, by LID or by both', () => {
  const people = createKnownPeople()
  expect(people.isNews({ phone, lid }, 'Ana')).toBe(true)
  expect(people.isNews({ phone, lid }, 'Ana')).toBe(false)
  expect(people.isNews({ phone, lid: null }, 'Ana')).toBe(false)
  expect(people.isNews({ phone: null, lid }, 'Ana')).toBe(false)
  expect(people.isNews({ phone, lid }, null)).toBe(false)
})

it('tells when two addresses turn out to be one person, however they were told before', () => {
  const people = createKnownPeople()
  expect(people.isNews({ phone, lid: null }, 'Ana')).toBe(true)
  expect(people.isNews({ phone: null, lid }, 'Ana')).toBe(true)
  expect(people.isNews({ phone, lid }, null)).toBe(true)
  expect(people.isNews({ phone, lid }, 'Ana')).toBe(false)
  expect(people.isNews({ phone: null, lid }, 'Ana')).toBe(false)
})

it('tells a new name, and another LID of a number', () => {
  const people = createKnownPeople()
  people.isNews({ phone, lid }, 'Ana')
  expect(people.isNews({ phone: null, lid }, 'Ana Maria')).toBe(true)
  expect(people.isNews({ phone, lid: null }, 'Ana Maria')).toBe(false)
  expect(people.isNews({ phone, lid: toAddress('999@lid') }, 'Ana Maria')).toBe(true)
})

it('has nothing to tell of one address without a name, or of nobody', () => {
  const people = createKnownPeople()
  expect(people.isNews({ phone, lid: null }, null)).toBe(false)
  expect(people.isNews({ phone: null, lid }, null)).toBe(false)
  expect(people.isNews({ phone: null, lid: null }, 'Ana')).toBe(false)
})

it('keeps so many people and no more, and then tells of them again', () => {
  const people = createKnownPeople(4)
  const person = (n: number) => ({ phone: toAddress(`551194444000${n}@s.whatsapp.net`), lid: null })
  for (const n of [1, 2, 3, 4, 5]) expect(people.isNews(person(n), 'x')).toBe(true)
  expect(people.isNews(person(5), 'x')).toBe(false)
  expect(people.isNews(person(1), 'x')).toBe(true)
})
