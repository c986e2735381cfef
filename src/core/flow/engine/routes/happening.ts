import type { GroupEvent, PhoneCallEvent } from '../../../conversation/flow-event.ts'
import type { BoundNode } from '../../nodes/node-type.ts'
import type { CallRule, GroupRule } from '../../nodes/triggers/group-rule.ts'
import type { RunState } from '../../run.ts'
import type { FlowSnapshot } from '../../snapshot.ts'
import { cancelRun, enterFlow, interrupt, type Start } from '../lifecycle.ts'
import type { Plan } from '../plan.ts'
import { isCooling, isSpent } from './triggers.ts'

interface Listener {
  snapshot: FlowSnapshot
  node: BoundNode
  rule: GroupRule | CallRule
}

/**
 * Something happened to somebody in a group. The event comes in the conversation of the person and in that of the group: a trigger
 * takes the one it answers in.
 */
export function startByGroup(plan: Plan, { group, change, place, person, by }: GroupEvent): void {
  const listeners = findListeners(
    plan,
    (rule) =>
      rule.kind === 'group' &&
      rule.answerIn === place &&
      rule.changes.includes(change) &&
      (rule.groups.length === 0 || rule.groups.includes(group)),
  )
  start(plan, listeners, { group, change, person, by })
}

/** Somebody calls the account, or what became of it is known. */
export function startByCall(plan: Plan, { state, isVideo }: PhoneCallEvent): void {
  const listeners = findListeners(plan, (rule) => rule.kind === 'call' && rule.states.includes(state))
  start(plan, listeners, { call: { state, isVideo } })
}

/**
 * A live run keeps its place unless the trigger interrupts; while it waits for a call of another system, which is over soon, the
 * event waits too.
 */
function start(plan: Plan, listeners: readonly Listener[], happening: Start['happening']): void {
  const { live } = plan.conversation
  if (plan.contact.blacklist) return plan.ignore('blacklisted')
  if (live?.state === 'handed_off' || (plan.contact.handoffUntil ?? 0) > plan.now)
    return plan.ignore('handoff', live?.id ?? null)
  const winner = listeners.find(
    ({ snapshot, rule }) =>
      !isCooling(snapshot.flowId, rule.cooldownSec, plan.contact, plan.now) && !isSpent(plan, snapshot),
  )
  if (!winner) return plan.ignore(listeners.length > 0 ? explainNone(plan, listeners) : 'no_match')
  if (live && !makeWay(plan, live, winner)) return
  enterFlow(plan, {
    snapshot: winner.snapshot,
    node: winner.node,
    message: null,
    ...(happening && { happening }),
  })
}

const explainNone = (plan: Plan, listeners: readonly Listener[]) =>
  listeners.some(({ snapshot }) => isSpent(plan, snapshot)) ? 'retrigger_ignored' : 'cooldown'

/** False when the live run stays, and the event is done with. */
function makeWay(plan: Plan, live: RunState, { snapshot, rule }: Listener): boolean {
  const isOwn = live.flowId === snapshot.flowId
  if (isOwn ? snapshot.definition.retriggerBehavior === 'restart' : rule.interrupt) {
    if (isOwn) cancelRun(plan, live)
    else interrupt(plan, live, snapshot.flowId)
    return true
  }
  if (live.state === 'waiting_effect' || live.state === 'running') plan.defer(live.id)
  else plan.ignore('retrigger_ignored', live.id)
  return false
}

/** Best first: priority, then flow id, then the trigger's. */
const findListeners = ({ conversation }: Plan, wants: (rule: GroupRule | CallRule) => boolean): Listener[] =>
  conversation.flows
    .flatMap((snapshot) =>
      snapshot.triggers.flatMap((node) => {
        const rule = node.trigger
        return (rule?.kind === 'group' || rule?.kind === 'call') && wants(rule)
          ? [{ snapshot, node, rule }]
          : []
      }),
    )
    .sort(
      (a, b) =>
        b.rule.priority - a.rule.priority ||
        compare(a.snapshot.flowId, b.snapshot.flowId) ||
        compare(a.node.id, b.node.id),
    )

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
