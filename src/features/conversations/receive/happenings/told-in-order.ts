import type { NetworkEvent } from '../../../../network/port.ts'
import { toPerson } from '../arrival.ts'

type IdOf = (address: string) => string

/** In which order `applyEvents` logs what is of one batch; what is not named has no order within a conversation. */
const STEPS = { message: 0, group: 1, call: 2, edit: 3, revoke: 3, reaction: 3, vote: 3 } as const

const stepOf = ({ kind }: NetworkEvent): number | undefined =>
  Object.hasOwn(STEPS, kind) ? STEPS[kind as keyof typeof STEPS] : undefined

/** The conversation it is told of, by an address that all of it has in common. */
function chatOf(event: NetworkEvent, idOf: IdOf): string | null {
  switch (event.kind) {
    case 'message': {
      const { key, chatAddresses } = event.message
      const { phone, lid } = toPerson(chatAddresses, key.chat)
      return idOf(phone ?? lid ?? key.chat)
    }
    case 'group':
      return event.notice.group
    case 'call': {
      const { group, caller, creator } = event.notice
      return group ?? idOf(caller.phone ?? caller.lid ?? creator)
    }
    case 'edit':
    case 'revoke':
    case 'reaction':
    case 'vote':
      return idOf(event.target.chat)
    default:
      return null
  }
}

/**
 * A batch in parts that are stored one after the other, so that what happened in a conversation is told in its order: kinds are
 * stored one by one, and a reaction between two messages would be told after both. Most batches are one part. Receipts stay
 * together in the last: they are of messages that may come after them.
 */
export function partsInOrder(events: readonly NetworkEvent[], idOf: IdOf): NetworkEvent[][] {
  const receipts = events.filter(({ kind }) => kind === 'receipt')
  const parts: NetworkEvent[][] = [[]]
  let reached = new Map<string, number>()
  for (const event of events) {
    if (event.kind === 'receipt') continue
    const chat = chatOf(event, idOf)
    const step = stepOf(event)
    if (chat !== null && step !== undefined) {
      if (step < (reached.get(chat) ?? 0)) {
        parts.push([])
        reached = new Map()
      }
      reached.set(chat, step)
    }
    parts.at(-1)?.push(event)
  }
  parts.at(-1)?.push(...receipts)
  return parts
}
