import { expect, test } from 'vitest'
import { RunAddresses } from './run-addresses.ts'

const ORIGIN = 'https://parley.example.com'
const RUN = 'c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a'
const addresses = new RunAddresses({ secret: 'of the service', origin: ORIGIN })
const pathOf = (url: string) => url.slice(`${ORIGIN}/api/hooks/`.length)

test('an address is the same whenever it is made, and is read as what it is of', () => {
  for (const place of ['paid', `b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f:paid`]) {
    const url = addresses.urlOf(RUN, place, 2)
    expect(addresses.urlOf(RUN, place, 2)).toBe(url)
    expect(addresses.read(pathOf(url))).toEqual({ runId: RUN, place, visit: 2 })
  }
})

test('an address of another visit, another secret, or cut off is none', () => {
  const path = pathOf(addresses.urlOf(RUN, 'paid', 2))
  expect(addresses.read(path.replace('/2/', '/3/'))).toBeNull()
  expect(addresses.read(path.slice(0, -1))).toBeNull()
  expect(addresses.read(path.replace('paid', '%zz'))).toBeNull()
  const other = new RunAddresses({ secret: 'another', origin: ORIGIN })
  expect(other.read(path)).toBeNull()
})
