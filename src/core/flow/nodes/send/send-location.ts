import { z } from 'zod'
import { toNumber } from '../../expressions/conditions.ts'
import { finding } from '../../findings.ts'
import { templateField } from '../fields/text-field.ts'
import { commonFields, defineNode, FAILED, NEXT, type NodeProblem, OUT } from '../node-type.ts'

/** A number, or a template that becomes one. */
const degrees = z.union([z.number(), z.string().min(1).max(200)])
const schema = z.strictObject({
  ...commonFields,
  latitude: degrees,
  longitude: degrees,
  name: z.string().max(200).optional(),
  address: z.string().max(500).optional(),
})

/** Sends a place on the map. */
export const sendLocation = defineNode({
  type: 'send.location',
  group: 'message',
  schema,
  docs: {
    summary: 'Sends a place on the map.',
    sample: { latitude: 38.7223, longitude: -9.1393, name: 'Lisbon' },
  },
  hasInput: true,
  waits: false,
  handles: () => [OUT, FAILED],
  texts: (data) => [
    ...templateField('latitude', typeof data.latitude === 'string' ? data.latitude : undefined),
    ...templateField('longitude', typeof data.longitude === 'string' ? data.longitude : undefined),
    ...templateField('name', data.name),
    ...templateField('address', data.address),
  ],
  check: (data) => [
    ...checkDegrees('latitude', data.latitude, 90),
    ...checkDegrees('longitude', data.longitude, 180),
  ],
  execute: (data, step) => {
    const read = (value: number | string, max: number) => {
      const number = toNumber(typeof value === 'string' ? step.evaluate(value) : value)
      return number !== null && Math.abs(number) <= max ? number : null
    }
    const [latitude, longitude] = [read(data.latitude, 90), read(data.longitude, 180)]
    if (latitude === null || longitude === null)
      return { kind: 'follow', handle: 'failed', outcome: 'failed' }
    const name = data.name === undefined ? null : step.render(data.name)
    const address = data.address === undefined ? null : step.render(data.address)
    step.send({ type: 'location', latitude, longitude, name, address })
    return NEXT
  },
})

function checkDegrees(path: string, value: number | string, max: number): NodeProblem[] {
  if (typeof value === 'string' && value.includes('{{')) return []
  const number = toNumber(value)
  if (number !== null && Math.abs(number) <= max) return []
  return [{ path, ...finding('NO_DEGREES', { most: max }) }]
}
