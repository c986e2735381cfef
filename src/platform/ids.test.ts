import { describe, expect, it } from 'vitest'
import { createFrozenClock } from './clock.ts'
import { createIdSource, isUuid, newId, parseId } from './ids.ts'

describe('ids', () => {
  it('are UUIDs of version 7 that begin with their time', () => {
    const source = createIdSource(createFrozenClock(0x0123456789ab), () => new Uint8Array(8).fill(0xff))
    expect(source()).toBe('01234567-89ab-77ff-bfff-ffffffffffff')
  })

  it('ascend within one millisecond, also past the end of its counter', () => {
    const source = createIdSource(createFrozenClock(1_700_000_000_000))
    const ids = Array.from({ length: 10_000 }, () => source())
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(ids)
    expect(ids.every(isUuid)).toBe(true)
  })

  it('ascend when the clock is set back', () => {
    const clock = createFrozenClock(1_700_000_000_000)
    const source = createIdSource(clock)
    const before = source()
    clock.advance(-60_000)
    expect(source() > before).toBe(true)
  })

  it('are read from text in any case, and only from such text', () => {
    const id = newId()
    expect(parseId(id.toUpperCase())).toBe(id)
    expect(parseId('not-an-id')).toBeUndefined()
    expect(parseId(`${id}'`)).toBeUndefined()
  })
})
