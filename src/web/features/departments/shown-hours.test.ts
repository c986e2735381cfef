import { describe, expect, it } from 'vitest'
import { toWeekly } from '../start/start-hours.ts'
import { toShownHours } from './shown-hours.ts'

describe('hours of a department', () => {
  it('are shown as days with one span, as the form writes them', () => {
    const hours = { days: ['mon', 'sat'] as const, from: '09:00', to: '18:00' }
    expect(toShownHours(toWeekly(hours), [])).toEqual(hours)
  })

  it.each([
    [
      'two spans of a day',
      {
        mon: [
          ['09:00', '12:00'],
          ['13:00', '18:00'],
        ],
      },
      [],
    ],
    ['days that differ', { mon: [['09:00', '12:00']], tue: [['10:00', '12:00']] }, []],
    ['closed dates', { mon: [['09:00', '12:00']] }, ['2026-12-25']],
    ['the end of the day', { mon: [['09:00', '24:00']] }, []],
    ['no span', { mon: [] }, []],
  ])('are left as they are with %s', (_, weekly, closedDates) => {
    expect(toShownHours(weekly, closedDates)).toBeNull()
  })
})
