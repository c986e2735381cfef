import { expect, test } from 'vitest'
import { ProfileNotices } from './profile-notices.ts'

test('a name that this device gives is its own once, whatever the phone calls the account in between', () => {
  const notices = new ProfileNotices()
  notices.named('Shop')
  expect(notices.isOwnName('Corner shop')).toBe(false)
  expect(notices.isOwnName('Shop')).toBe(true)
  expect(notices.isOwnName('Shop')).toBe(false)
})

test('two names that are given one after the other are both its own', () => {
  const notices = new ProfileNotices()
  notices.named('Shop')
  notices.named('Bakery')
  expect([notices.isOwnName('Shop'), notices.isOwnName('Bakery')]).toEqual([true, true])
})

test('a name that was refused is told when the phone gives it', () => {
  const notices = new ProfileNotices()
  notices.named('Shop')
  notices.notNamed('Shop')
  expect(notices.isOwnName('Shop')).toBe(false)
})

test('names that nobody reads do not gather', () => {
  const notices = new ProfileNotices()
  for (let n = 0; n < 100; n += 1) notices.named(`Shop ${n}`)
  expect(notices.isOwnName('Shop 0')).toBe(false)
  expect(notices.isOwnName('Shop 99')).toBe(true)
})
