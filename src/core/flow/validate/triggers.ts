import type { AddressPolicy } from '../../address-policy.ts'
import type { ContactFieldShape } from '../../contact/contact-fields.ts'
import type { TableShape } from '../../tables.ts'
import { foldKeyword } from '../expressions/fold.ts'
import { type Finding, finding, type Issue } from '../findings.ts'
import type { BoundNode } from '../nodes/node-type.ts'
import type { FlowSnapshot } from '../snapshot.ts'
import type { GraphView } from './graph.ts'

/** What publish knows beyond the flow itself. */
export interface ValidationContext {
  /** The id of the flow that is checked, so that it is not compared with itself. */
  flowId?: string
  /** The client's other active flows, at their published version. */
  activeFlows?: readonly FlowSnapshot[]
  /** The client's main menu flow. */
  mainMenuFlowId?: string | null
  /**
   * What the host can run, named by node types; absent means everything. A flow with a node beyond it, or with a use
   * of a node that needs more (`NodeSpec.needs`), is refused.
   */
  supportedTypes?: ReadonlySet<string>
  /** The secrets that exist with the hosts that calls may take them to, null: anywhere; absent means they are not checked. */
  secretHosts?: ReadonlyMap<string, readonly string[] | null>
  /**
   * The models that its owner has set up, by their names: the secret with the key where one is needed and is missing, and the
   * most tokens that a run may take, null: any number; absent means they are not checked.
   */
  models?: ReadonlyMap<string, { missingSecret: string | null; runTokens: number | null }>
  /** The tables that its owner keeps, by their names; absent means they are not checked. */
  tables?: ReadonlyMap<string, TableShape>
  /** Ids of the departments and people that may get conversations of its owner; absent means they are not checked. */
  assignees?: { departments: ReadonlySet<string>; people: ReadonlySet<string> }
  /** The fields that its owner's contacts have, by their names; absent means they are not checked. */
  contactFields?: ReadonlyMap<string, ContactFieldShape>
  /** Ids of the stored files that can be sent; absent means they are not checked. */
  fileIds?: ReadonlySet<string>
  /**
   * The addresses that the host calls. Absent means public ones alone; null that nobody here knows, as in a browser, so
   * that addresses are not judged.
   */
  addresses?: AddressPolicy | null
  /** The present moment, epoch milliseconds, for schedules; absent means that none of them is over. */
  now?: number
  /** The client's pace, for schedules. */
  sendRatePerSecond?: number
}

/** Warnings and errors that need the client's other flows, and waits without a timeout. */
export function checkNeighbours(view: GraphView, context: ValidationContext): Issue[] {
  const issues: Issue[] = []
  const others = (context.activeFlows ?? []).filter((flow) => flow.flowId !== context.flowId)
  const taken = collectKeywords(others)
  const menuKeywords = collectMenuKeywords(context)
  for (const node of view.snapshot.nodes.values()) {
    issues.push(...checkOverlap(node, taken))
    issues.push(...checkSchedule(node, context))
    issues.push(...checkTimeout(node, view))
    issues.push(...checkShadowed(node, view, menuKeywords))
    if (context.activeFlows) issues.push(...checkCall(node, context))
  }
  return issues
}

function collectKeywords(flows: readonly FlowSnapshot[]): Map<string, string> {
  const taken = new Map<string, string>()
  for (const flow of flows) {
    for (const { trigger } of flow.triggers) {
      if (trigger?.kind !== 'keyword' || trigger.mode === 'regex') continue
      for (const keyword of trigger.keywords) taken.set(foldKeyword(keyword), flow.name)
    }
  }
  return taken
}

function collectMenuKeywords(context: ValidationContext): Set<string> {
  const menu = context.activeFlows?.find((flow) => flow.flowId === context.mainMenuFlowId)
  const keywords = (menu?.triggers ?? []).flatMap(({ trigger }) =>
    trigger?.kind === 'main_menu' ? trigger.keywords : [],
  )
  return new Set(keywords.map((keyword) => foldKeyword(keyword)))
}

function checkOverlap({ id, trigger }: BoundNode, taken: ReadonlyMap<string, string>): Issue[] {
  if (trigger?.kind !== 'keyword' || trigger.mode === 'regex') return []
  return trigger.keywords.flatMap((keyword): Issue[] => {
    const flow = taken.get(foldKeyword(keyword))
    if (flow === undefined) return []
    const shared = finding('KEYWORD_SHARED', { keyword, flow })
    return [{ code: 'TRIGGER_OVERLAP', severity: 'warning', ...shared, nodeId: id, path: 'values' }]
  })
}

function checkSchedule({ id, trigger }: BoundNode, { now }: ValidationContext): Issue[] {
  if (trigger?.kind !== 'schedule' || now === undefined) return []
  const { at } = trigger
  if (at === null || Number.isNaN(at) || at > now) return []
  return [{ code: 'SCHEDULE_PAST', severity: 'warning', ...finding('MOMENT_PAST'), nodeId: id, path: 'at' }]
}

function checkTimeout(node: BoundNode, _view: GraphView): Issue[] {
  if (!node.schedule || node.schedule.timeoutSec !== null) return []
  const endless = finding('WAITS_FOR_EVER')
  return [{ code: 'NO_TIMEOUT', severity: 'warning', ...endless, nodeId: node.id, path: 'timeoutSec' }]
}

function checkShadowed(node: BoundNode, view: GraphView, menuKeywords: ReadonlySet<string>): Issue[] {
  if (node.type !== 'menu' || menuKeywords.size === 0) return []
  const options = view.definition.nodes.find((item) => item.id === node.id)?.data.options
  const names = (Array.isArray(options) ? options : []).flatMap((option: unknown, index) => [
    String(index + 1),
    ...optionNames(option),
  ])
  return names
    .filter((name) => menuKeywords.has(foldKeyword(name)))
    .map((name) => {
      const taken = finding('KEYWORD_OF_MENU', { keyword: name })
      return {
        code: 'MENU_KEYWORD_SHADOWED',
        severity: 'warning',
        ...taken,
        nodeId: node.id,
        path: 'options',
      }
    })
}

function optionNames(option: unknown): string[] {
  if (typeof option !== 'object' || option === null) return []
  const { label, aliases } = option as { label?: unknown; aliases?: unknown }
  return [label, ...(Array.isArray(aliases) ? aliases : [])].filter((name) => typeof name === 'string')
}

/** A flow that is called or switched to must be another published flow of this client with a trigger.api. */
function checkCall(node: BoundNode, context: ValidationContext): Issue[] {
  return node.calls.flatMap(({ flowId, path }): Issue[] => {
    const found = findCallProblem(flowId, context)
    return found === null
      ? []
      : [{ code: 'INVALID_DATA', severity: 'error', ...found, nodeId: node.id, path }]
  })
}

function findCallProblem(called: string, context: ValidationContext): Finding | null {
  if (called === context.flowId) return finding('CALLS_ITSELF')
  const flow = context.activeFlows?.find((item) => item.flowId === called)
  if (!flow) return finding('CALLED_UNPUBLISHED')
  return flow.triggers.some(({ trigger }) => trigger?.kind === 'api')
    ? null
    : finding('CALLED_WITHOUT_TRIGGER')
}
