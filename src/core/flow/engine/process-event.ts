import type { FlowEvent } from '../../conversation/flow-event.ts'
import type { ConversationState } from '../conversation-state.ts'
import type { Decision } from '../decision.ts'
import { endLostRuns } from './lifecycle.ts'
import { type EngineContext, Plan } from './plan.ts'
import { decideApproval } from './routes/approval.ts'
import { routeCall } from './routes/called.ts'
import { notifyOfChange } from './routes/change.ts'
import {
  cancelByRequest,
  changeFlag,
  resumeByRequest,
  startByRequest,
  startBySchedule,
  unpublishFlow,
} from './routes/control.ts'
import { routeEffect } from './routes/effect.ts'
import { explainMessage } from './routes/explain.ts'
import { startByCall, startByGroup } from './routes/happening.ts'
import { routeMessage } from './routes/message.ts'
import { acknowledgeSend, failSend, reconnect, routeTimer, takeOver } from './routes/timer.ts'

export type { EngineContext } from './plan.ts'

/**
 * Decides what one event of one contact causes: which flow gets it, how far the run goes, what is sent.
 * Nothing is changed in place. The host has already left out duplicates and own echoes; it commits the decision in
 * one transaction, with the event's new status, and sends afterwards. Same conversation, event and context: same decision.
 */
export function processEvent(
  conversation: ConversationState,
  event: FlowEvent,
  context: EngineContext,
): Decision {
  const plan = new Plan(conversation, event, context)
  endLostRuns(plan)
  route(plan, event)
  return plan.toDecision()
}

function route(plan: Plan, event: FlowEvent): void {
  switch (event.type) {
    case 'message_received':
    case 'poll_vote_received':
      routeMessage(plan, event)
      plan.explanation = explainMessage(plan, event)
      return
    case 'human_message':
      return takeOver(plan, event)
    case 'timeout':
    case 'reminder_due':
    case 'delay_elapsed':
    case 'handoff_ended':
    case 'ttl_expired':
      return routeTimer(plan, event)
    case 'send_acked':
      return acknowledgeSend(plan, event)
    case 'send_failed':
      return failSend(plan, event)
    case 'api_start':
    case 'manual_start':
      return startByRequest(plan, event)
    case 'schedule_start':
      return startBySchedule(plan, event)
    case 'group_changed':
      return startByGroup(plan, event)
    case 'phone_call':
      return startByCall(plan, event)
    case 'effect_result':
    case 'effect_failed':
      return routeEffect(plan, event)
    case 'approval_decided':
      return decideApproval(plan, event)
    case 'call_received':
      return routeCall(plan, event)
    case 'api_resume':
      return resumeByRequest(plan, event)
    case 'cancel_requested':
      return cancelByRequest(plan, event)
    case 'flag_changed':
      return changeFlag(plan, event)
    case 'flow_unpublished':
      return unpublishFlow(plan, event)
    case 'client_reconnected':
      return reconnect(plan)
    case 'message_edited':
    case 'message_revoked':
      return notifyOfChange(plan)
    default:
      return plan.ignore('not_supported')
  }
}
