import { expect, it } from 'vitest'
import { toWaited } from './waited.ts'

const NOW = Date.UTC(2026, 10, 26, 12)
const ago = (seconds: number) => toWaited(new Date(NOW - seconds * 1_000).toISOString(), NOW)

it('how long a contact waits is told in its largest whole unit, and not below a minute', () => {
  expect([ago(-5), ago(59), ago(60), ago(3_599), ago(3_600), ago(86_399), ago(200_000)]).toEqual([
    ...['', '', '1 min', '59 min', '1 h', '23 h', '2 d'],
  ])
})
