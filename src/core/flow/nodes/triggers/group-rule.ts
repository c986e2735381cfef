import type { CallState } from '../../../conversation/call.ts'
import type { GroupChange } from '../../../conversation/flow-event.ts'

/** What happens to people in groups, and in which chat the flow runs then. */
export interface GroupRule {
  kind: 'group'
  changes: readonly GroupChange[]
  /** Addresses of groups; empty: all the account is in. */
  groups: readonly string[]
  /** `person`: in the chat with whom it happened to. `group`: in the group, where all of it read along. */
  answerIn: 'person' | 'group'
  priority: number
  interrupt: boolean
  cooldownSec: number
}

/** Calls to the account, by how far they are. */
export interface CallRule {
  kind: 'call'
  states: readonly CallState[]
  priority: number
  interrupt: boolean
  cooldownSec: number
}
