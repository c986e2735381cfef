import { describe, expect, it } from 'vitest'
import { followRecord, type Pair, toRecord } from './pairs.ts'

describe('the rows of names with values', () => {
  it('stay as they are typed while the record says the same', () => {
    const rows: Pair[] = [
      ['city', 'Porto'],
      ['', 'no name yet'],
      ['city', 'Lisbon'],
    ]
    expect(toRecord(rows)).toEqual({ city: 'Lisbon' })
    expect(followRecord(rows, toRecord(rows))).toBe(rows)
    const unnamed: Pair[] = [['', '']]
    expect(followRecord(unnamed, undefined)).toBe(unnamed)
    expect(followRecord(unnamed, {})).toBe(unnamed)
  })

  it('follow the record when it was undone or redone', () => {
    const typed: Pair[] = [
      ['city', 'Porto'],
      ['', ''],
    ]
    expect(followRecord(typed, { city: 'Port' })).toEqual([['city', 'Port']])
    expect(followRecord(typed, undefined)).toEqual([])
    expect(followRecord([], { city: 'Porto', age: 3 })).toEqual([
      ['city', 'Porto'],
      ['age', 3],
    ])
  })
})
