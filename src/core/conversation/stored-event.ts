import { EVENT_TYPES, type FlowEvent, type NewFlowEvent } from './flow-event.ts'
import type { Message, MessageSender, QuotedMessage, WireOrder } from './message.ts'

/** The form in which events are stored; rows of before version 2 have another. */
export const STORED_EVENT_VERSION = 2

type WithoutColumns<Event> = Event extends FlowEvent ? Omit<Event, 'eventId' | 'type' | 'receivedAt'> : never

/** An event without what its row says in columns of their own, which statements select by. */
export type StoredEvent = WithoutColumns<FlowEvent>

/** What the columns of a row say of its event. */
export interface EventColumns {
  eventId: string
  eventType: string
  /** Epoch milliseconds. */
  receivedAt: number
}

export function toStoredEvent({ eventId: _eventId, type: _type, ...stored }: NewFlowEvent): StoredEvent {
  return stored as StoredEvent
}

type Fields<T> = Readonly<Record<keyof T, true>>

const MESSAGE: Fields<Message> = {
  ...{ id: true, type: true, text: true, group: true, poll: true },
  ...{ media: true, sender: true, quoted: true, order: true, sentAt: true },
}
const SENDER: Fields<MessageSender> = { jid: true, phone: true, username: true, name: true }
const QUOTED: Fields<QuotedMessage> = { id: true, type: true, text: true, fromMe: true, sender: true }
const ORDER: Fields<WireOrder> = { connection: true, n: true }

function inOrder<T extends object>(fields: Fields<T>, value: T): T {
  const names = Object.keys(fields) as (keyof T)[]
  return Object.fromEntries(names.flatMap((name) => (name in value ? [[name, value[name]]] : []))) as T
}

/** `jsonb` keeps no order of fields, and templates that show a whole message show them in this one. */
function orderMessage(stored: Message): Message {
  const { sender, quoted, order } = stored
  return inOrder(MESSAGE, {
    ...stored,
    ...(sender ? { sender: inOrder(SENDER, sender) } : {}),
    ...(quoted ? { quoted: inOrder(QUOTED, quoted) } : {}),
    ...(order ? { order: inOrder(ORDER, order) } : {}),
  })
}

/** The event of a row that was stored in this version. A type that this build does not know is one that no flow has to do with. */
export function readStoredEvent(
  { eventId, eventType, receivedAt }: EventColumns,
  stored: unknown,
): FlowEvent {
  const type = EVENT_TYPES.find((known) => known === eventType)
  if (type === undefined) return { eventId, receivedAt, type: 'flow_call' }
  const event = { ...(stored as StoredEvent), eventId, receivedAt, type } as FlowEvent
  return 'message' in event ? { ...event, message: orderMessage(event.message) } : event
}
