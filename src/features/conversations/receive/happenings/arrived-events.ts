import type { ConversationEvent } from '../../../../core/conversation/flow-event.ts'

/** An event for flows, with the message, change or notice that it follows from. */
export interface ArrivedEvent {
  of: object
  event: ConversationEvent
}

/** In the order in which the network told of what they follow from: somebody who calls and then writes did it in that order. */
export const inArrivalOrder = (
  events: readonly ArrivedEvent[],
  places: ReadonlyMap<object, number>,
): ConversationEvent[] =>
  events
    .map(({ of, event }) => ({ place: places.get(of) ?? places.size, event }))
    .sort((one, other) => one.place - other.place)
    .map(({ event }) => event)
