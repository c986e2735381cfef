import type { Message, WireOrder } from '../../src/core/conversation/message.ts'
import type { CommittedChange, MemoryStorage } from './storage/memory-storage.ts'
import type { Tables } from './storage/rows.ts'

type Run = Tables['flowState']

interface AskingContext {
  flowVersionId: string
  gathers?: boolean
  wait: { asked?: { sendId: string; order?: WireOrder } } | null
}

const isBefore = (order: WireOrder | undefined, seen: WireOrder | undefined): boolean =>
  order !== undefined && seen !== undefined && order.connection === seen.connection && order.n < seen.n

const isOfOneConnection = (known: WireOrder | undefined, seen: WireOrder | undefined): boolean =>
  known !== undefined && known.connection === seen?.connection

/** Watches that nothing answers a question which its writer cannot have seen, by what the network knows of both. */
export class EarlyAnswers {
  /** Where the acknowledgements of first attempts stood, by message id. */
  readonly acknowledged = new Map<string, WireOrder>()
  private readonly storage: MemoryStorage

  constructor(storage: MemoryStorage) {
    this.storage = storage
  }

  /** What is wrong with a message's having been decided in a commit. */
  check(
    { eventId, event }: Tables['inboundEvent'],
    changes: readonly CommittedChange[],
    planned: ReadonlyMap<string, Tables['outbox']>,
  ): string[] {
    return changes.flatMap((change) => {
      const run = change.table === 'flowState' ? (change.before as Run | null | undefined) : null
      if (run?.state !== 'waiting_input' || !this.isAnsweredBy(eventId, run, changes)) return []
      const context = JSON.parse(run.context) as AskingContext
      const question = planned.get(context.wait?.asked?.sendId ?? '')
      if (!question || context.gathers || this.takesEarly(context)) return []
      if (question.status !== 'sent')
        return [`message ${eventId} answered a question that was not acknowledged`]
      // Settled by other proof than its acknowledgement, a question is judged by the network's time. So is one whose
      // acknowledgement died with its process and that was acknowledged anew, over another connection.
      const seen = this.acknowledged.get(question.messageId)
      if (!isOfOneConnection(context.wait?.asked?.order, seen)) return []
      return isBefore((event.message as Message).order, seen)
        ? [`message ${eventId} answered a question that was not seen when it came`]
        : []
    })
  }

  /** A commit may decide what several people wrote; each answers only what it was decided for. */
  private isAnsweredBy(
    eventId: string,
    { id, currentNodeId }: Run,
    changes: readonly CommittedChange[],
  ): boolean {
    const events = new Set(
      changes.flatMap(({ table, after }) => {
        const event = table === 'flowStateEvent' ? (after as Tables['flowStateEvent'] | null) : null
        return event?.flowStateId === id && event.eventId === eventId ? [event.id] : []
      }),
    )
    return changes.some(({ table, after }) => {
      const move = table === 'flowStateTransition' ? (after as Tables['flowStateTransition'] | null) : null
      if (!move || !events.has(move.flowStateEventId) || move.fromNodeId !== currentNodeId) return false
      return ['reply', 'option', 'invalid'].includes(move.outcome)
    })
  }

  private takesEarly({ flowVersionId }: AskingContext): boolean {
    const version = this.storage.rows('flowVersion').find(({ id }) => id === flowVersionId)
    const { settings } = JSON.parse(version?.doc ?? '{}') as { settings?: { typeAhead?: boolean } }
    return settings?.typeAhead === true
  }
}
