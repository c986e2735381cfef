import { expect, test } from 'vitest'
import { Faults } from './faults.ts'

test('counted faults are used up, and a device is treated by its own settings before its account', () => {
  const faults = new Faults()
  faults.set('447700900001', { dropAcks: 1, refuse: { code: 463, count: 1 } })
  expect(faults.takeRefusal('447700900001.1')).toBe(463)
  expect(faults.takeRefusal('447700900001.1')).toBeUndefined()
  expect(faults.take('447700900001.2', 'dropAcks')).toBe(true)
  expect(faults.take('447700900001.1', 'dropAcks')).toBe(false)
  faults.set('447700900001.1', { duplicateDeliveries: 1 })
  expect(faults.take('447700900001.2', 'duplicateDeliveries')).toBe(false)
  expect(faults.take('447700900001.1', 'duplicateDeliveries')).toBe(true)
})

test('nothing goes wrong by default, whatever was set elsewhere before', () => {
  const faults = new Faults()
  faults.set('447700900001', { refuse: { code: 479, count: 5 } })
  faults.takeRefusal('447700900001.1')
  faults.clear('447700900001')
  expect(faults.takeRefusal('447700900001.1')).toBeUndefined()
  expect(faults.of('447700900002.1')).toMatchObject({ dropAcks: 0, hold: false, delayMs: 0 })
})
