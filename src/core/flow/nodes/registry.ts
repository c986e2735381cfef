import { ai } from './ai/ai.ts'
import { ask } from './ask.ts'
import { businessHours } from './business-hours.ts'
import { condition } from './condition.ts'
import { delay } from './delay.ts'
import { end } from './end.ts'
import { goto } from './goto.ts'
import { groupInvite } from './groups/group-invite.ts'
import { groupMembers } from './groups/group-members.ts'
import { groupSend } from './groups/group-send.ts'
import { handoff } from './handoff.ts'
import { each } from './lists/each.ts'
import { menuList } from './lists/menu-list.ts'
import { menu } from './menu.ts'
import type { NodeType } from './node-type.ts'
import { note } from './note.ts'
import { channelPost } from './send/channel-post.ts'
import { chatAction } from './send/chat-action.ts'
import { sendContact } from './send/send-contact.ts'
import { sendLocation } from './send/send-location.ts'
import { sendMedia } from './send/send-media.ts'
import { sendPoll } from './send/send-poll.ts'
import { sendText } from './send/send-text.ts'
import { statusPost } from './send/status-post.ts'
import { set } from './set.ts'
import { split } from './split.ts'
import { subflow } from './subflow.ts'
import { switchFlow } from './switch-flow.ts'
import { triggerAnyMessage } from './triggers/trigger-any-message.ts'
import { triggerApi } from './triggers/trigger-api.ts'
import { triggerCall } from './triggers/trigger-call.ts'
import { triggerGroup } from './triggers/trigger-group.ts'
import { triggerKeyword } from './triggers/trigger-keyword.ts'
import { triggerMainMenu } from './triggers/trigger-main-menu.ts'
import { triggerSchedule } from './triggers/trigger-schedule.ts'
import { triggerWebhook } from './triggers/trigger-webhook.ts'
import { chatLabel } from './work/chat-label.ts'
import { code } from './work/code.ts'
import { contactFlag } from './work/contact-flag.ts'
import { contactTag } from './work/contact-tag.ts'
import { email } from './work/email.ts'
import { goal } from './work/goal.ts'
import { http } from './work/http.ts'
import { table } from './work/table.ts'
import { waitWebhook } from './work/wait-webhook.ts'
import { webhookEmit } from './work/webhook-emit.ts'

/** Every node type this engine knows, in the order of the palette. */
export const NODE_TYPES: readonly NodeType[] = [
  triggerKeyword,
  triggerAnyMessage,
  triggerMainMenu,
  triggerApi,
  triggerSchedule,
  triggerWebhook,
  triggerGroup,
  triggerCall,
  sendText,
  sendMedia,
  sendLocation,
  sendContact,
  sendPoll,
  ask,
  menu,
  menuList,
  condition,
  set,
  each,
  http,
  email,
  waitWebhook,
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
  ai,
  table,
  goal,
  groupMembers,
  groupSend,
  groupInvite,
  channelPost,
  statusPost,
  webhookEmit,
  chatAction,
  chatLabel,
  end,
  note,
]

const byType = new Map(NODE_TYPES.map((nodeType) => [nodeType.type, nodeType]))

/** The node type of a name, or undefined when this engine does not know it. */
export function findNodeType(type: string): NodeType | undefined {
  return byType.get(type)
}
