import type { MessageEvent } from '../../conversation/flow-event.ts'
import type { RunState, WaitState } from '../run.ts'

/**
 * How a message stands to the question of an open wait. `answer`: the contact may have seen it. `early`: it was written
 * before. `unknown`: the network has not acknowledged the question, so it is still to be seen which of the two.
 */
export type Timing = 'answer' | 'early' | 'unknown'

export function readTiming(event: MessageEvent, { context }: RunState): Timing {
  const { wait, poll } = context
  if (!wait) return 'answer'
  // Nobody votes in a poll before seeing it.
  if (event.message.poll && event.message.poll.sendId === poll?.sendId) return 'answer'
  if (!wait.asked) return event.receivedAt < wait.openedAt ? 'early' : 'answer'
  if (wait.asked.seenFrom === null) return 'unknown'
  return isBefore(event, wait.asked, wait.asked.seenFrom) ? 'early' : 'answer'
}

/**
 * On one connection the order of arrival is exact. Elsewhere the network's clock counts, in whole seconds; the same
 * second is in the contact's favour.
 */
function isBefore(
  event: MessageEvent,
  { order }: NonNullable<WaitState['asked']>,
  seenFrom: number,
): boolean {
  const { order: own, sentAt = event.receivedAt } = event.message
  if (own && order && own.connection === order.connection) return own.n < order.n
  return Math.floor(sentAt / 1_000) < Math.floor(seenFrom / 1_000)
}
