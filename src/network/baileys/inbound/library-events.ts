import type { WASocket } from 'baileys'
import type { EventDelivery } from './event-delivery.ts'
import type { Inbound } from './inbound.ts'

/** Hands on what only the library reads: histories, people, and messages that the phone sent again. */
export function passOnLibraryEvents(
  ev: WASocket['ev'],
  inbound: Inbound,
  events: Pick<EventDelivery, 'pushAll'>,
): void {
  ev.on('messaging-history.set', ({ messages, contacts, chats, peerDataRequestSessionId }) =>
    events.pushAll(inbound.fromHistory(messages, contacts, chats, peerDataRequestSessionId)),
  )
  ev.on('contacts.upsert', (contacts) => events.pushAll(inbound.fromContacts(contacts)))
  ev.on('contacts.update', (contacts) => events.pushAll(inbound.fromNews(contacts)))
  ev.on('lid-mapping.update', ({ lid, pn }) => events.pushAll(inbound.fromNews([{ id: pn, lid }])))
  ev.on('messages.upsert', ({ messages, requestId }) => {
    if (requestId) events.pushAll(inbound.fromResent(messages))
  })
}
