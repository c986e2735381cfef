import { expect, it } from 'vitest'
import { toAddress } from '../../../core/addresses.ts'
import { createKnownPeople } from './known-people.ts'

const phone = toAddress('5511944440001@s.whatsapp.net')
const lid = toAddress('123456789012345@lid')
const called = (pushName: string | null, username: string | null = null) => ({ pushName, username })

it('tells of a person once, whether by number, by LID or by both', () => {
  const people = createKnownPeople()
  expect(people.isNews({ phone, lid }, called('Ana'))).toBe(true)
  expect(people.isNews({ phone, lid }, called('Ana'))).toBe(false)
  expect(people.isNews({ phone, lid: null }, called('Ana'))).toBe(false)
  expect(people.isNews({ phone: null, lid }, called('Ana'))).toBe(false)
  expect(people.isNews({ phone, lid }, called(null))).toBe(false)
})

it('tells when two addresses turn out to be one person, however they were told before', () => {
  const people = createKnownPeople()
  expect(people.isNews({ phone, lid: null }, called('Ana'))).toBe(true)
  expect(people.isNews({ phone: null, lid }, called('Ana'))).toBe(true)
  expect(people.isNews({ phone, lid }, called(null))).toBe(true)
  expect(people.isNews({ phone, lid }, called('Ana'))).toBe(false)
  expect(people.isNews({ phone: null, lid }, called('Ana'))).toBe(false)
})

it('tells a new name, and another LID of a number', () => {
  const people = createKnownPeople()
  people.isNews({ phone, lid }, called('Ana'))
  expect(people.isNews({ phone: null, lid }, called('Ana Maria'))).toBe(true)
  expect(people.isNews({ phone, lid: null }, called('Ana Maria'))).toBe(false)
  expect(people.isNews({ phone, lid: toAddress('999@lid') }, called('Ana Maria'))).toBe(true)
})

it('has nothing to tell of one address without a name, or of nobody', () => {
  const people = createKnownPeople()
  expect(people.isNews({ phone, lid: null }, called(null))).toBe(false)
  expect(people.isNews({ phone: null, lid }, called(null))).toBe(false)
  expect(people.isNews({ phone: null, lid: null }, called('Ana'))).toBe(false)
})

it('keeps so many people and no more, and then tells of them again', () => {
  const people = createKnownPeople(4)
  const person = (n: number) => ({ phone: toAddress(`551194444000${n}@s.whatsapp.net`), lid: null })
  for (const n of [1, 2, 3, 4, 5]) expect(people.isNews(person(n), called('x'))).toBe(true)
  expect(people.isNews(person(5), called('x'))).toBe(false)
  expect(people.isNews(person(1), called('x'))).toBe(true)
})

it('tells a username once, and another one again', () => {
  const people = createKnownPeople()
  expect(people.isNews({ phone: null, lid }, called(null, 'ana.b'))).toBe(true)
  expect(people.isNews({ phone: null, lid }, called('Ana'))).toBe(true)
  expect(people.isNews({ phone: null, lid }, called('Ana', 'ana.b'))).toBe(false)
  expect(people.isNews({ phone: null, lid }, called('Ana', 'ana.c'))).toBe(true)
})
