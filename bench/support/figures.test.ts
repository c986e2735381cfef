import { describe, expect, test } from 'vitest'
import { FIGURES, formatRows, readRows } from './figures.ts'

const PING = {
  bench: 'ping',
  floor: { perSecond: 2_000 },
  parley: { perSecond: 700 },
  throughputRatio: 0.35,
}

describe('the table of figures', () => {
  test('holds a ratio to its mark', () => {
    expect(readRows({ ping: PING })).toEqual([
      {
        ...{ bench: 'ping', name: 'server.ping', unit: '/s', floor: 2_000, parley: 700, ratio: 0.35 },
        ...{ mark: 'at least 0.4', isMet: false },
      },
    ])
    expect(readRows({ ping: { ...PING, throughputRatio: 0.4 } })).toMatchObject([{ isMet: true }])
  })

  test('holds a figure with nothing beside it to its own mark', () => {
    const rows = (medianMs: number) => readRows({ start: { medianMs } })
    expect(rows(2_000)).toMatchObject([{ floor: null, ratio: null, mark: 'at most 2000', isMet: true }])
    expect(rows(2_001)).toMatchObject([{ isMet: false }])
  })

  test('takes less than nothing for less than the most: a process that became smaller while clients were paired', () => {
    expect(readRows({ paired: { rssMbPerClient: -0.06 } })).toMatchObject([{ isMet: true }])
  })

  test('says which bench left out what it should tell', () => {
    expect(() => readRows({ ping: { floor: {}, parley: {} } })).toThrow(
      'the bench "ping" tells nothing at throughputRatio',
    )
  })

  test('has one row for each figure, and names each once', () => {
    const names = FIGURES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const [head, rule, ...lines] = formatRows(readRows({ ping: PING })).split('\n')
    expect(lines).toEqual([expect.stringContaining('| NOT met |')])
    expect(new Set([head, rule, ...lines].map((line) => line?.length)).size).toBe(1)
  })
})
