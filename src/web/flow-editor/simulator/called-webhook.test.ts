import { expect, test } from 'vitest'
import { buildCall, parseCall } from './called-webhook.ts'

test('a call to begin with has the contact and all that is mapped', () => {
  const inputs = [
    { name: 'order', path: 'body.order.id' },
    { name: 'total', path: 'query.total', type: 'number', default: 5 },
    { name: 'first', path: 'body.items[0].id' },
  ]
  expect(
    JSON.parse(buildCall({ type: 'trigger.webhook', data: { contact: 'body.customer.phone', inputs } })),
  ).toEqual({
    body: { customer: { phone: '+5511988887777' }, order: { id: 'text' } },
    query: { total: 5 },
    headers: {},
  })
})

test('a call of a wait to begin with has what is mapped', () => {
  const data = { map: [{ path: 'body.total', var: 'total' }] }
  expect(JSON.parse(buildCall({ type: 'wait.webhook', data })).body).toEqual({ total: 'text' })
})

test('a call that was written is read with its headers in lower case, and what is none is refused', () => {
  expect(parseCall('{"body":[1],"headers":{"X-Id":7}}')).toEqual({
    body: [1],
    query: {},
    headers: { 'x-id': '7' },
  })
  expect(parseCall('{"body":')).toBeNull()
  expect(parseCall('[]')).toBeNull()
  expect(parseCall('{"query":"a=1"}')).toBeNull()
})
