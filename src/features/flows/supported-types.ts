/**
 * What the worker of this server can run, named by node types. A flow with a node beyond it is refused at publish;
 * a type joins when everything its node plans (messages, effects, schedules, fields of the contact) is carried out.
 */
export const SUPPORTED_NODE_TYPES: ReadonlySet<string> = new Set([
  'trigger.keyword',
  'trigger.any_message',
  'trigger.main_menu',
  'trigger.api',
  'send.text',
  'ask',
  'menu',
  'condition',
  'set',
  'delay',
  'business_hours',
  'split',
  'goto',
  'subflow',
  'switch_flow',
  'handoff',
  'http',
  'code',
  'contact.tag',
  'contact.flag',
  'webhook.emit',
  'chat.action',
  'end',
  'note',
])
