import { expect, test } from 'vitest'
import type { NewFlowEvent } from './flow-event.ts'
import { readStoredEvent, toStoredEvent } from './stored-event.ts'

const columns = { eventId: 'e', receivedAt: 5 }

test('what columns say of an event is not stored again, and comes back with it', () => {
  const event: NewFlowEvent = { type: 'api_start', eventId: 'e', flowId: 'f', inputs: { a: 1 } }
  const stored = toStoredEvent(event)
  expect(stored).toEqual({ flowId: 'f', inputs: { a: 1 } })
  expect(readStoredEvent({ ...columns, eventType: 'api_start' }, stored)).toEqual({ ...event, receivedAt: 5 })
})

test('a message has its fields in one order, however the database keeps them', () => {
  const sender = { name: 'Ana', phone: null, jid: '1@s.whatsapp.net' }
  const quoted = { sender: null, fromMe: true, text: 'Name?', type: 'text', id: 'Q' }
  const order = { n: 1, connection: 'c' }
  const message = { sentAt: 1, order, quoted, sender, text: 'hi', type: 'text', id: 'm' }
  const event = readStoredEvent({ ...columns, eventType: 'message_received' }, { message })
  expect(JSON.stringify('message' in event && event.message)).toBe(
    JSON.stringify({
      ...{ id: 'm', type: 'text', text: 'hi', sender: { jid: '1@s.whatsapp.net', phone: null, name: 'Ana' } },
      quoted: { id: 'Q', type: 'text', text: 'Name?', fromMe: true, sender: null },
      ...{ order: { connection: 'c', n: 1 }, sentAt: 1 },
    }),
  )
})

test('a type that no build of ours knows is one that no flow has to do with', () => {
  expect(readStoredEvent({ ...columns, eventType: 'comet_seen' }, { tail: 3 })).toEqual({
    ...columns,
    type: 'flow_call',
  })
})
