import { expect, it } from 'vitest'
import { listDays } from './day-bounds.ts'

const at = (iso: string): number => Date.parse(iso)
const hoursOf = ({ fromSec, toSec }: { fromSec: number; toSec: number }) => (toSec - fromSec) / 3_600

it('ends with the day that it is in the time zone', () => {
  const now = at('2026-05-02T02:30:00Z')
  expect(listDays(now, 2, 'UTC').map(({ day }) => day)).toEqual(['2026-05-01', '2026-05-02'])
  const [first, last] = listDays(now, 2, 'America/Sao_Paulo')
  expect([first?.day, last?.day]).toEqual(['2026-04-30', '2026-05-01'])
  expect(last).toMatchObject({
    fromSec: at('2026-05-01T03:00:00Z') / 1_000,
    toSec: at('2026-05-02T03:00:00Z') / 1_000,
  })
})

it('goes over months and years, and each day ends where the next begins', () => {
  const days = listDays(at('2027-01-01T12:00:00Z'), 31, 'Asia/Kolkata')
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-12-02', '2027-01-01'])
  for (const [n, { toSec }] of days.slice(0, -1).entries()) expect(days[n + 1]?.fromSec).toBe(toSec)
})

it('has days of 23 and 25 hours where clocks are changed', () => {
  const spring = listDays(at('2026-03-29T12:00:00Z'), 1, 'Europe/Lisbon')
  const autumn = listDays(at('2026-10-25T12:00:00Z'), 1, 'Europe/Lisbon')
  expect([spring, autumn].flat().map(hoursOf)).toEqual([23, 25])
})
