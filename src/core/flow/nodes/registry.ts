import { ask } from './ask.ts'
import { businessHours } from './business-hours.ts'
import { chatAction } from './chat-action.ts'
import { code } from './code.ts'
import { condition } from './condition.ts'
import { contactFlag } from './contact-flag.ts'
import { contactTag } from './contact-tag.ts'
import { delay } from './delay.ts'
import { end } from './end.ts'
import { goto } from './goto.ts'
import { handoff } from './handoff.ts'
import { http } from './http.ts'
import { menu } from './menu.ts'
import type { NodeType } from './node-type.ts'
import { note } from './note.ts'
import { sendContact } from './send-contact.ts'
import { sendLocation } from './send-location.ts'
import { sendMedia } from './send-media.ts'
import { sendPoll } from './send-poll.ts'
import { sendText } from './send-text.ts'
import { set } from './set.ts'
import { split } from './split.ts'
import { subflow } from './subflow.ts'
import { switchFlow } from './switch-flow.ts'
import { triggerAnyMessage } from './trigger-any-message.ts'
import { triggerApi } from './trigger-api.ts'
import { triggerKeyword } from './trigger-keyword.ts'
import { triggerMainMenu } from './trigger-main-menu.ts'
import { triggerSchedule } from './trigger-schedule.ts'
import { webhookEmit } from './webhook-emit.ts'

/** Every node type this engine knows, in the order of the palette. */
export const NODE_TYPES: readonly NodeType[] = [
  triggerKeyword,
  triggerAnyMessage,
  triggerMainMenu,
  triggerApi,
  triggerSchedule,
  sendText,
  sendMedia,
  sendLocation,
  sendContact,
  sendPoll,
  ask,
  menu,
  condition,
  set,
  http,
  delay,
  businessHours,
  split,
  goto,
  subflow,
  switchFlow,
  handoff,
  contactTag,
  contactFlag,
  code,
  webhookEmit,
  chatAction,
  end,
  note,
]

const byType = new Map(NODE_TYPES.map((nodeType) => [nodeType.type, nodeType]))

/** The node type of a name, or undefined when this engine does not know it. */
export function findNodeType(type: string): NodeType | undefined {
  return byType.get(type)
}
