import type { MessageEvent } from '../../conversation/flow-event.ts'
import type { Message } from '../../conversation/message.ts'
import { MAX_DEBOUNCE_MS, MAX_FRAGMENTS } from '../limits.ts'
import type { LastMessage } from '../run.ts'
import { readTiming } from './early.ts'
import type { Execution } from './execution.ts'
import { toKept } from './kept-message.ts'
import { finishExecution } from './lifecycle.ts'
import { wake } from './step.ts'
import { understands } from './wait.ts'

/** A message met an open wait: it answers, or is kept until the contact has finished typing (`inputDebounceMs`). */
export function answerWait(execution: Execution, event: MessageEvent): void {
  const { plan, run, snapshot } = execution
  const { settings } = snapshot.definition
  const timing = settings.typeAhead ? 'answer' : readTiming(event, run)
  if (timing !== 'answer' && run.context.gathers) return answerAhead(execution, event)
  if (timing === 'unknown') return plan.defer(run.id)
  if (timing === 'early') return plan.ignore('before_prompt', run.id)
  if (run.context.gathers) execution.updateContext({ gathers: false })
  if (event.type === 'poll_vote_received') return answerByVote(execution, event.message)
  if ((settings.inputDebounceMs ?? 0) > 0 && event.message.type === 'text') {
    return keepFragment(execution, event)
  }
  finishExecution(execution, () => wake(execution, { kind: 'answer', message: event.message }))
}

/** What was written ahead, after a delay that keeps messages, is taken when it answers, and passed over when it does not. */
function answerAhead(execution: Execution, event: MessageEvent): void {
  const { plan, run, node } = execution
  if (!node || !understands(execution, node, event.message)) return plan.ignore('before_prompt', run.id)
  finishExecution(execution, () => wake(execution, { kind: 'answer', message: event.message }))
}

/**
 * A vote answers when it is for the run's last poll and that poll was not used yet: a vote changed or taken back
 * later, one for an older poll, for a poll that a person sent, or an answer to an event, changes nothing. Cases may
 * give a vote by its text alone.
 */
function answerByVote(execution: Execution, message: Message): void {
  const { plan, run } = execution
  const { poll: open } = run.context
  const { poll } = message
  const isOther = poll && (open?.sendId !== poll.sendId || open.used)
  if (isOther || poll?.options.length === 0) return plan.ignore('not_waiting', run.id)
  if (open) execution.updateContext({ poll: { ...open, used: true } })
  finishExecution(execution, () => wake(execution, { kind: 'answer', message }))
}

/** Keeps a piece of an answer and (re)starts the short clock that ends it; that clock takes the wait's place. */
function keepFragment(execution: Execution, event: MessageEvent): void {
  const { run, snapshot, now } = execution
  const { wait } = run.context
  if (!wait) return execution.plan.ignore('not_waiting', run.id)
  const fragments: LastMessage[] = [...(wait.fragments ?? []), toKept(event.message)]
  const fragmentsFrom = wait.fragmentsFrom ?? now
  execution.updateContext({ wait: { ...wait, fragments, fragmentsFrom } })
  finishExecution(execution, () => {
    const debounceMs = snapshot.definition.settings.inputDebounceMs ?? 0
    const leftMs = fragmentsFrom + MAX_DEBOUNCE_MS - now
    if (fragments.length >= MAX_FRAGMENTS || leftMs <= 0) return answerByFragments(execution)
    execution.armTimer('delay_elapsed', Math.min(debounceMs, leftMs), now, null)
  })
}

/** The contact has finished: the pieces, joined by line breaks, are one answer. */
export function answerByFragments(execution: Execution): void {
  const { wait } = execution.run.context
  const fragments = wait?.fragments ?? []
  const newest = fragments.at(-1)
  if (!wait || !newest) return
  const { fragments: _fragments, fragmentsFrom: _from, ...open } = wait
  const text = fragments.map((fragment) => fragment.text).join('\n')
  execution.clearTimer()
  execution.updateContext({ wait: open, last: { ...newest, text } })
  wake(execution, { kind: 'answer', message: { id: newest.messageId, type: 'text', text } })
}
