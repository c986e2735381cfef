import { isGroup } from '../../../../core/addresses.ts'
import type { ConversationEvent } from '../../../../core/conversation/flow-event.ts'
import type { Executor } from '../../../../db/transaction.ts'
import type { ChangedCall, StoredCall } from '../calls.ts'
import type { ArrivedEvent } from './arrived-events.ts'
import { listens } from './group-events.ts'

/**
 * The events for flows of calls that this transaction changed, each once for a state. A call that came and ended while nobody was
 * here rings at nobody any more.
 */
export async function listCallEvents(
  tx: Executor,
  client: { id: string },
  calls: readonly StoredCall[],
): Promise<ConversationEvent[]> {
  const isOver = ({ id }: StoredCall) => calls.some((other) => other.id === id && other.state !== 'ringing')
  const ofTwo = calls.filter((call) => !isGroup(call.chat) && (call.state !== 'ringing' || !isOver(call)))
  if (ofTwo.length === 0 || !(await listens(tx, client, 'trigger.call'))) return []
  return ofTwo.map(({ id, chat, state, isVideo }) => ({
    ...{ clientId: client.id, contactJid: chat, source: 'chat' },
    event: { type: 'phone_call', eventId: `call:${id}:${state}`, callId: id, state, isVideo },
  }))
}

/** Of a batch that is stored in parts: a call that is over with a later part rings at nobody either. */
export function withoutOverCalls(events: readonly ConversationEvent[]): ConversationEvent[] {
  const calls = events.flatMap(({ event }) => (event.type === 'phone_call' ? [event] : []))
  const over = new Set(calls.flatMap(({ callId, state }) => (state === 'ringing' ? [] : [callId])))
  return events.filter(
    ({ event }) => event.type !== 'phone_call' || event.state !== 'ringing' || !over.has(event.callId),
  )
}

/** The same of what a batch of the network's notices changed. */
export async function listArrivedCalls(
  tx: Executor,
  client: { id: string },
  changed: readonly ChangedCall[],
): Promise<ArrivedEvent[]> {
  const calls = changed.map(({ call }) => call)
  return (await listCallEvents(tx, client, calls)).map((told) => {
    const { event } = told
    const isOf = ({ call }: ChangedCall) =>
      event.type === 'phone_call' && call.id === event.callId && call.state === event.state
    return { of: changed.find(isOf)?.notice ?? told, event: told }
  })
}
