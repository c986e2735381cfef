import { ask } from './ask.ts'
import { condition } from './condition.ts'
import { delay } from './delay.ts'
import { end } from './end.ts'
import { goto } from './goto.ts'
import { handoff } from './handoff.ts'
import { menu } from './menu.ts'
import type { NodeType } from './node-type.ts'
import { note } from './note.ts'
import { sendText } from './send-text.ts'
import { set } from './set.ts'
import { subflow } from './subflow.ts'
import { triggerAnyMessage } from './trigger-any-message.ts'
import { triggerApi } from './trigger-api.ts'
import { triggerKeyword } from './trigger-keyword.ts'
import { triggerMainMenu } from './trigger-main-menu.ts'

/** Every node type this engine knows, in the order of the palette. */
export const NODE_TYPES: readonly NodeType[] = [
  triggerKeyword,
  triggerAnyMessage,
  triggerMainMenu,
  triggerApi,
  sendText,
  ask,
  menu,
  condition,
  set,
  delay,
  goto,
  subflow,
  handoff,
  end,
  note,
]

const byType = new Map(NODE_TYPES.map((nodeType) => [nodeType.type, nodeType]))

/** The node type of a name, or undefined when this engine does not know it. */
export function findNodeType(type: string): NodeType | undefined {
  return byType.get(type)
}
