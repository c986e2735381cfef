import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endOfDay, parseAuditChoice, startOfDay } from './audit-choice.ts'

describe('the days of the audit log', () => {
  const zone = process.env.TZ
  beforeEach(() => {
    process.env.TZ = 'Europe/Berlin'
  })
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it('begin and end at midnight where the reader is', () => {
    expect(startOfDay('2026-11-22')).toBe('2026-11-21T23:00:00.000Z')
    expect(endOfDay('2026-11-22')).toBe('2026-11-22T23:00:00.000Z')
    expect(endOfDay('2026-12-31')).toBe('2026-12-31T23:00:00.000Z')
  })

  it('are as long as the clock makes them', () => {
    expect(startOfDay('2026-10-25')).toBe('2026-10-24T22:00:00.000Z')
    expect(endOfDay('2026-10-25')).toBe('2026-10-25T23:00:00.000Z')
  })

  it('are left out when an address names none', () => {
    expect(parseAuditChoice({ from: '2026-11-22', to: '2026-99-99', person: '', action: 7 })).toEqual({
      from: '2026-11-22',
    })
    expect(parseAuditChoice({ from: 'yesterday', person: 'ada' })).toEqual({ person: 'ada' })
  })
})
