import { expect, test } from 'vitest'
import { Places, type Release } from './places.ts'

const never = new AbortController().signal

test('places are given in the order in which they were asked for, and given back once', async () => {
  const places = new Places(2)
  const first = await places.take(never)
  await places.take(never)
  const given: string[] = []
  const third = places.take(never).then((release) => given.push('third') && release)
  const fourth = places.take(never).then((release) => given.push('fourth') && release)
  await Promise.resolve()
  expect(given).toEqual([])
  first?.()
  first?.()
  const release = (await third) as Release
  await Promise.resolve()
  expect(given).toEqual(['third'])
  release()
  await fourth
  expect(given).toEqual(['third', 'fourth'])
})

test('who gives up waiting gets no place, and takes none from who waits behind', async () => {
  const places = new Places(1)
  const held = await places.take(never)
  const controller = new AbortController()
  const left = places.take(controller.signal)
  const behind = places.take(never)
  controller.abort()
  expect(await left).toBeNull()
  expect(await places.take(controller.signal)).toBeNull()
  held?.()
  const last = await behind
  expect(last).not.toBeNull()
  expect(places.isUnused).toBe(false)
  last?.()
  expect(places.isUnused).toBe(true)
})
