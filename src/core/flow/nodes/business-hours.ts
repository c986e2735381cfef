import { z } from 'zod'
import { isOpenAt } from '../expressions/time/opening-hours.ts'
import { checkHours, hoursFields } from './fields/hours-field.ts'
import { commonFields, defineNode } from './node-type.ts'

const schema = z.strictObject({ ...commonFields, ...hoursFields })

/** Goes one way while a place is open and another while it is closed. */
export const businessHours = defineNode({
  type: 'business_hours',
  group: 'logic',
  schema,
  docs: {
    summary:
      'Goes by opening hours: spans per weekday in local time, right over clock changes, and dates on which it is closed.',
    sample: {
      timezone: 'Europe/Lisbon',
      weekly: {
        mon: [
          ['09:00', '13:00'],
          ['14:00', '18:00'],
        ],
        sat: [['10:00', '13:00']],
      },
      closedDates: ['2026-12-25'],
    },
  },
  hasInput: true,
  waits: false,
  handles: () => [
    { id: 'open', label: 'open', optional: false, unconnected: 'complete' },
    { id: 'closed', label: 'closed', optional: false, unconnected: 'complete' },
  ],
  check: (data) => checkHours(data),
  execute: (data, step) => {
    const handle = isOpenAt({ ...data, timezone: data.timezone ?? step.timezone }, step.now)
      ? 'open'
      : 'closed'
    return { kind: 'follow', handle, outcome: handle }
  },
})
