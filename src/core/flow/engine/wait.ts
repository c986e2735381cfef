import type { Message } from '../../conversation/message.ts'
import { TemplateError } from '../expressions/liquid.ts'
import type { BoundNode, StepResult, WaitInput, WaitSchedule } from '../nodes/node-type.ts'
import type { WaitState } from '../run.ts'
import { runFailure } from '../run-failure.ts'
import { Execution } from './execution.ts'
import { fromKept } from './kept-message.ts'
import { findMainMenu } from './routes/triggers.ts'
import { StepFailure } from './step-failure.ts'

/**
 * Opens a wait. A message kept from before (a buffered one, or the trigger's own) is offered first; only when it
 * does not answer is the prompt sent. The answer's result is handed back for the engine to carry out.
 */
export function openWait(execution: Execution, node: BoundNode, wait: WaitInput): StepResult | null {
  const answered = answerFromOffered(execution, node, wait.consumeTrigger)
  if (answered) return answered
  rest(execution, node, buildWait(execution, node, sendPrompt(execution, wait)))
  return null
}

/** A wait that begins now, at the message that asks. */
function buildWait(execution: Execution, node: BoundNode, promptSendId: string | null): WaitState {
  // Where early answers are taken nobody asks when the question was seen.
  const takesEarly = execution.snapshot.definition.settings.typeAhead
  const askedBy = takesEarly ? null : (promptSendId ?? lastSendOf(execution))
  return {
    ...(askedBy === null ? {} : { asked: { sendId: askedBy, seenFrom: null } }),
    openedAt: execution.now,
    attempts: 0,
    reminderIdx: 0,
    ...readClock(execution, node, promptSendId),
  }
}

/**
 * Asks the same question with another page of its list. It is a wait of its own: numbers mean what the new page says, so what
 * was written before the contact saw it answers nothing.
 */
export function turnPage(execution: Execution, node: BoundNode, page: number): void {
  const { wait } = execution.run.context
  execution.clearTimer()
  execution.updateContext({ wait: { ...(wait ?? buildWait(execution, node, null)), page } })
  const sendId = sendPromptAgain(execution, node)
  execution.record('continued', node.id)
  rest(execution, node, { ...buildWait(execution, node, sendId), page })
}

/** The last message this event planned for the run; null for none. */
function lastSendOf({ plan, run }: Execution): string | null {
  return plan.sends.findLast((send) => send.runId === run.id)?.id ?? null
}

/** What the clock of a wait starts with: the acknowledgement of what was sent, or now where there is none or no clock. */
function readClock({ now }: Execution, node: BoundNode, sendId: string | null) {
  const hasClock = sendId !== null && node.schedule && nextTimer(node.schedule, 0) !== null
  return hasClock ? { promptSendId: sendId, timerFrom: null } : { promptSendId: null, timerFrom: now }
}

/** The first of the kept messages that answers; those before it that do not are passed over, those after it stay. */
function answerFromOffered(
  execution: Execution,
  node: BoundNode,
  consumeTrigger: boolean,
): StepResult | null {
  for (let offered = takeOffered(execution, consumeTrigger); offered; ) {
    const result = node.resume(execution, { kind: 'answer', message: offered })
    if (result.kind !== 'misunderstood') return result
    offered = takeOffered(execution, false)
  }
  return null
}

function takeOffered(execution: Execution, consumeTrigger: boolean): Message | null {
  const [first, ...rest] = execution.run.context.buffered
  if (first) {
    execution.updateContext({ buffered: rest })
    return fromKept(first)
  }
  const offered = consumeTrigger ? execution.triggerMessage : null
  execution.triggerMessage = null
  return offered
}

/** Whether a message would answer the question a run waits at; nothing of the run is changed. */
export function understands(execution: Execution, node: BoundNode, message: Message): boolean {
  // Another copy of the run, of which nothing is kept.
  const trial = new Execution(execution.plan, execution.run, execution.snapshot)
  try {
    return node.resume(trial, { kind: 'answer', message }).kind !== 'misunderstood'
  } catch (error) {
    // It fails the run when it is done in earnest.
    if (error instanceof StepFailure || error instanceof TemplateError) return true
    throw error
  }
}

/** Sends the prompt; answers the id of its last message, whose acknowledgement starts the clock. */
function sendPrompt(execution: Execution, { prompt, content }: WaitInput): string | null {
  if (content) return content.reduce<string | null>((_, item) => execution.send(item, 'prompt'), null)
  return prompt.trim() === '' ? null : execution.sendText(prompt, { purpose: 'prompt' })
}

function rest(execution: Execution, node: BoundNode, wait: WaitState): void {
  execution.updateContext({ wait })
  execution.run.state = 'waiting_input'
  armWaitTimer(execution, node, wait)
}

/** Arms what comes next at an open wait: the next reminder, else the timeout, else nothing. */
export function armWaitTimer(execution: Execution, node: BoundNode, wait: WaitState): void {
  const next = node.schedule && nextTimer(node.schedule, wait.reminderIdx)
  if (!next) return execution.clearTimer()
  execution.armTimer(next.kind, next.afterMs, wait.timerFrom ?? execution.now, wait.promptSendId)
}

/** The next timer of a wait and how long after the start of its clock it is due. */
export function nextTimer(
  schedule: WaitSchedule,
  reminderIdx: number,
): { kind: 'reminder_due' | 'timeout'; afterMs: number } | null {
  const reminder = schedule.reminders[reminderIdx]
  if (reminder) return { kind: 'reminder_due', afterMs: reminder.afterSec * 1_000 }
  return schedule.timeoutSec === null ? null : { kind: 'timeout', afterMs: schedule.timeoutSec * 1_000 }
}

/** What follows a misunderstood answer, beyond what this file did itself. */
export type Misunderstanding = 'stay' | 'follow_invalid' | 'handoff' | 'end' | 'main_menu'

/**
 * An answer nobody understood. With `invalid` connected: the retry text until the attempts are used up, then that
 * edge. Without: the flow's fallback, as often as it takes. Texts are sent here; the rest is answered.
 */
export function misunderstand(execution: Execution, node: BoundNode): Misunderstanding {
  const wait = execution.run.context.wait
  if (!wait || !node.retry) throw new StepFailure(runFailure('NO_QUESTION'))
  if (wait.fragments) return keepCollecting(execution, node)
  const attempts = wait.attempts + 1
  if (execution.snapshot.route(node.id, 'invalid')) {
    if (attempts >= node.retry.maxAttempts) return 'follow_invalid'
    stay(execution, node, { ...wait, attempts }, sendRetryText(execution, node))
    return 'stay'
  }
  return fallBack(execution, node, { ...wait, attempts })
}

/** An answer in pieces is on its way: what is no piece of it and no answer changes nothing, and their clock runs on. */
function keepCollecting(execution: Execution, node: BoundNode): 'stay' {
  execution.record('continued', node.id)
  execution.run.state = 'waiting_input'
  return 'stay'
}

function fallBack(execution: Execution, node: BoundNode, wait: WaitState): Misunderstanding {
  const behavior = execution.snapshot.definition.fallbackBehavior
  switch (behavior) {
    case 'end':
    case 'handoff':
      return behavior
    case 'main_menu':
      if (findMainMenu(execution.plan)) return behavior
      break
    case 'send_text':
      stay(execution, node, wait, sendRetryText(execution, node))
      return 'stay'
    case 'repeat':
      stay(execution, node, wait, sendPromptAgain(execution, node))
      return 'stay'
    case 'send_text_and_repeat': {
      const textId = sendRetryText(execution, node)
      stay(execution, node, wait, sendPromptAgain(execution, node) ?? textId)
      return 'stay'
    }
    case 'none':
      break
  }
  stay(execution, node, wait, node.retry?.retryText ? sendRetryText(execution, node) : null)
  return 'stay'
}

function sendRetryText(execution: Execution, node: BoundNode): string | null {
  const text = node.retry?.retryText || execution.snapshot.definition.fallbackText || ''
  const rendered = execution.render(text)
  return rendered.trim() === '' ? null : execution.sendText(rendered, { purpose: 'retry' })
}

/** Sends the prompt of the node a run rests at once more. */
export function sendPromptAgain(execution: Execution, node: BoundNode): string | null {
  const result = node.execute(execution)
  return result.kind === 'wait_input' ? sendPrompt(execution, result) : null
}

/** Keeps waiting at the same node; its clock starts again, at the acknowledgement of what was just sent. */
function stay(execution: Execution, node: BoundNode, wait: WaitState, sendId: string | null): void {
  const reopened = {
    ...wait,
    reminderIdx: 0,
    ...readClock(execution, node, sendId),
  }
  execution.updateContext({ wait: reopened })
  execution.record('invalid', node.id)
  execution.run.state = 'waiting_input'
  armWaitTimer(execution, node, reopened)
}
