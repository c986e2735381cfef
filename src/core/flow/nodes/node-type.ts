import { z } from 'zod'
import type { AddressPolicy } from '../../address-policy.ts'
import type { FlowContent, TextContent } from '../../conversation/content.ts'
import type { Message } from '../../conversation/message.ts'
import type { StepAction } from '../decision.ts'
import type { FlowDefinition } from '../definition.ts'
import type { FlowEffect, SecretEncoding, SecretText } from '../effects.ts'
import type { ApiInput } from '../expressions/input-types.ts'
import type { ParsedPattern } from '../expressions/patterns.ts'
import { type ErrorCode, type Finding, finding, readFindingText } from '../findings.ts'
import type { Synonyms } from '../matching/choice.ts'
import type { ClientState, ContactState, NodeResult } from '../run.ts'
import { type FailureParams, type RunFailure, type RunFailureCode, runFailure } from '../run-failure.ts'
import type { Computed } from '../value-problem.ts'
import type { ThinkingPlace } from './ai/thinking-place.ts'
import type { ContactFieldWrite, FieldCondition, HandedTo, TableUse } from './fields/host-uses.ts'
import type { Signal, StepResult } from './fields/step-result.ts'
import type { ListPlace } from './lists/list-place.ts'
import type { CallRule, GroupRule } from './triggers/group-rule.ts'
import type { WebhookRule } from './triggers/webhook-rule.ts'

export type { AwaitedBody, Signal, StepResult, WaitInput } from './fields/step-result.ts'

/** Fields every node's data may carry beside its own. `v` is the version of the data's shape. */
export const commonFields = {
  label: z.string().max(200).optional(),
  notes: z.string().max(4_096).optional(),
  v: z.number().int().optional(),
}

/** What happens when a run leaves through a handle that has no edge (docs/flows.md). */
export type UnconnectedRule = 'complete' | 'dormant' | 'fail' | 'fallback' | 'handoff'

export interface HandleSpec {
  id: string
  label: string
  /** Optional handles give no UNCONNECTED_HANDLE warning. */
  optional: boolean
  unconnected: UnconnectedRule
}

/** A finding of a node's own check; the code is INVALID_DATA unless named. */
export type NodeProblem = Finding & {
  path?: string
  code?: ErrorCode
}

/** A text of a node that is parsed before the flow runs. */
export interface TextField {
  path: string
  text: string
  kind: 'template' | 'expression' | 'formula' | 'pattern'
  caseSensitive?: boolean
  /** True where `{{ secrets.NAME }}` may stand: fields the host fills in, never a text a person sees. */
  allowsSecrets?: boolean
  /** Names that only this text can read, beside those of the step. */
  names?: readonly string[]
}

export interface Reminder {
  afterSec: number
  text: string
}

/** When a wait gives up or nudges; counted from the acknowledgement of the prompt. */
export interface WaitSchedule {
  timeoutSec: number | null
  reminders: readonly Reminder[]
}

/** How a misunderstood answer is handled at a wait. */
export interface RetryRule {
  maxAttempts: number
  retryText: string | null
}

/** Renders the texts of a request. */
export interface RequestTexts {
  render(text: string): string
  /** Like `render`, but every inserted value is percent-encoded. */
  renderUrl(text: string): SecretText
  /** Like `render`, where secrets may stand; they become parts the host fills in. */
  renderSecret(text: string, as: SecretEncoding): SecretText
  /** Replaces every text leaf of a JSON value by its typed value, and writes it as JSON text. */
  renderJson(value: unknown): SecretText
}

/** What a node may do while it executes. Everything is recorded; nothing leaves before the event commits. */
export interface StepContext extends RequestTexts {
  readonly now: number
  readonly nodeId: string
  readonly client: ClientState
  readonly contact: ContactState
  /** Those the host may call; null where nobody knows, and the host judges when it calls one. */
  readonly addresses: AddressPolicy | null
  /** How deep in sub-flows this step is; 0 at the top. */
  readonly depth: number
  readonly locale: string
  /** Words that mean the same in this flow. */
  readonly synonyms: Synonyms
  readonly timezone: string
  /** How often this node was executed in this run, from 1; with the run's id a seed that a replay repeats. */
  readonly seed: string
  readonly message: Message | null
  /** Id of the contact's last message, this event's or an earlier one's. */
  readonly lastMessageId: string | null
  /** The typed value of a text that is one single `{{ output }}`, else the rendered text. */
  evaluate(text: string): unknown
  /** The same texts, which also read these names. */
  withNames(names: Readonly<Record<string, unknown>>): RequestTexts
  /** What a template or a script can read under a root name such as `vars`. */
  readRoot(name: string): unknown
  evaluateExpression(text: string): unknown
  /** The value of a formula; `draw` tells apart what several formulas of one step draw by chance. */
  compute(formula: string, draw: number): Computed
  pattern(source: string, caseSensitive?: boolean): ParsedPattern
  /** The place of the run in the list of this node. */
  readonly lists: ListPlace
  /** How far a model has come at this node. */
  readonly thinking: ThinkingPlace
  getVariable(name: string): unknown
  setVariable(name: string, value: unknown): void
  unsetVariable(name: string): void
  /** The value as the field holds it, or why it is none of a field that is defined. */
  setContactField(name: string, value: unknown): Computed
  changeTags(add: readonly string[], remove: readonly string[]): void
  setFlag(flag: 'blacklist' | 'favourite', value: boolean): void
  setNodeResult(result: NodeResult): void
  /** Plans a text message and answers its id; a text that became empty is left out, which the move records, and answers null. */
  sendText(text: string, options?: SendOptions): string | null
  /** Records what the move did for its history: a message that was left out because it became empty, values compared. */
  note(action: StepAction): void
  /** Plans any message and answers its id. */
  send(content: FlowContent, purpose?: SendOptions['purpose']): string
  /** A fresh id for an effect the run will wait for. */
  newEffectId(): string
  addEffect(effect: DistributiveOmit<FlowEffect, 'runId' | 'nodeId'>): void
}

export interface SendOptions extends Partial<Omit<TextContent, 'type' | 'text'>> {
  purpose?: 'prompt' | 'retry' | 'reminder' | 'message'
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** What a trigger listens to; matched by `engine/triggers.ts`. */
export type TriggerRule =
  | {
      kind: 'keyword'
      keywords: readonly string[]
      mode: 'exact' | 'word' | 'starts_with' | 'contains' | 'regex'
      caseSensitive: boolean
      foldAccents: boolean
      tolerant: boolean
      scope: 'dm' | 'group' | 'all'
      priority: number
      interrupt: boolean
      cooldownSec: number
      duringHandoff: boolean
    }
  | {
      kind: 'any_message'
      messageTypes: readonly string[] | null
      only: 'always' | 'first_ever' | 'after_idle'
      idleSec: number
      priority: number
      cooldownSec: number
    }
  | { kind: 'main_menu'; keywords: readonly string[]; catchAll: boolean }
  | { kind: 'api'; inputs: readonly ApiInput[] }
  | ScheduleRule
  | WebhookRule
  | GroupRule
  | CallRule

/** When and for whom a flow starts by itself; exactly one of `cron` and `at` is given. */
export interface ScheduleRule {
  kind: 'schedule'
  /** Five fields: minute, hour, day of month, month, day of week; read in `timezone`. */
  cron: string | null
  /** Epoch milliseconds. */
  at: number | null
  timezone: string
  audience: {
    tags: readonly string[]
    flags: readonly 'favourite'[]
    jids: readonly string[]
    /** What must hold of contacts by tag or flag, or of all where neither is given; absent where nothing must. */
    fields?: readonly FieldCondition[]
  }
  perMinute: number
}

/** A model as a node uses it. */
export interface ModelUse {
  name: string
  maxTokens: number
}

/** What to do with a message that arrives during a `wait_timer`; with `restart` also while the run waits for an effect. */
export type MessageRule = 'ignore' | 'buffer' | 'skip' | 'restart'

/** Another flow as a node names it, and in which field. */
export interface FlowUse {
  flowId: string
  path: string
}

/** One node type: its data, its rules, its behaviour and its documentation. One file per type. */
export interface NodeSpec<S extends z.ZodType> {
  type: string
  group: 'trigger' | 'message' | 'input' | 'logic' | 'flow' | 'action' | 'note'
  /** Closed schema of `data` with its defaults. */
  schema: S
  docs: { summary: string; sample: z.input<S> }
  /** False for triggers and notes: nothing may point at them. */
  hasInput: boolean
  /** True when a run rests here, so that a cycle through it is no endless loop. */
  waits: boolean
  handles: (data: z.output<S>) => HandleSpec[]
  texts?: (data: z.output<S>) => TextField[]
  /** Rules the schema cannot say. `addresses` are those the host may call; null where nobody knows. */
  check?: (data: z.output<S>, flow: FlowDefinition, addresses: AddressPolicy | null) => NodeProblem[]
  /** Variables of the run this node writes. */
  writes?: (data: z.output<S>) => string[]
  table?: (data: z.output<S>) => TableUse
  /** Who gets the conversation at this node. */
  handsTo?: (data: z.output<S>) => HandedTo
  /** Fields of the contact this node writes. */
  writesFields?: (data: z.output<S>) => ContactFieldWrite[]
  /** Abilities of the host it uses beside its own type, named by node types: a menu shown as a poll needs `send.poll`. */
  needs?: (data: z.output<S>) => string[]
  /** Names of secrets it uses beside those its texts read. */
  secrets?: (data: z.output<S>) => readonly string[]
  /** The model it asks, by its owner's name for it, and how long an answer may be. */
  model?: (data: z.output<S>) => ModelUse
  /** The flows that it calls or switches to. */
  calls?: (data: z.output<S>) => readonly FlowUse[]
  /** The node a goto leads to. */
  jumpsTo?: (data: z.output<S>) => string
  trigger?: (data: z.output<S>) => TriggerRule
  schedule?: (data: z.output<S>) => WaitSchedule
  retry?: (data: z.output<S>) => RetryRule
  onMessage?: (data: z.output<S>) => MessageRule
  /** Absent for nodes that are never executed. */
  execute?: (data: z.output<S>, step: StepContext) => StepResult
  resume?: (data: z.output<S>, step: StepContext, signal: Signal) => StepResult
}

/** A node of one flow with its data checked and bound, so that a step needs no look-up and no cast. */
export interface BoundNode {
  readonly id: string
  readonly type: string
  readonly waits: boolean
  readonly hasInput: boolean
  readonly handles: readonly HandleSpec[]
  readonly texts: readonly TextField[]
  readonly writes: readonly string[]
  readonly table: TableUse | null
  readonly handsTo: HandedTo | null
  readonly writesFields: readonly ContactFieldWrite[]
  readonly needs: readonly string[]
  readonly secrets: readonly string[]
  readonly model: ModelUse | null
  readonly calls: readonly FlowUse[]
  readonly jumpsTo: string | null
  readonly trigger: TriggerRule | null
  readonly schedule: WaitSchedule | null
  readonly retry: RetryRule | null
  readonly onMessage: MessageRule | null
  check(flow: FlowDefinition, addresses: AddressPolicy | null): NodeProblem[]
  execute(step: StepContext): StepResult
  resume(step: StepContext, signal: Signal): StepResult
}

export type BindResult = { ok: true; node: BoundNode } | { ok: false; problems: NodeProblem[] }

/** A node type with its data type erased: what the registry holds. */
export interface NodeType {
  readonly type: string
  readonly group: NodeSpec<z.ZodType>['group']
  readonly docs: { summary: string; sample: unknown }
  readonly schema: z.ZodType
  bind(id: string, data: unknown): BindResult
}

/** Describes a node type once; the registry, validation, editor and engine all read this. */
export function defineNode<S extends z.ZodType>(spec: NodeSpec<S>): NodeType {
  return {
    type: spec.type,
    group: spec.group,
    docs: spec.docs,
    schema: spec.schema,
    bind(id, raw) {
      const parsed = spec.schema.safeParse(raw)
      if (!parsed.success) return { ok: false, problems: parsed.error.issues.map(toProblem) }
      return { ok: true, node: bindData(spec, id, parsed.data) }
    },
  }
}

function toProblem(issue: z.core.$ZodIssue): NodeProblem {
  const path = issue.path.map(String).join('.')
  const problem = readFindingText(issue.message) ?? explainIssue(issue)
  return path === '' ? problem : { path, ...problem }
}

/** What the schema's library found by itself. */
function explainIssue(issue: z.core.$ZodIssue): Finding {
  switch (issue.code) {
    case 'unrecognized_keys':
      return finding('FIELD_UNKNOWN', { names: issue.keys.map((key) => `"${key}"`).join(', ') })
    case 'invalid_value':
      return finding('NONE_OF_CHOICES', { choices: issue.values.map(String).join(', ') })
    case 'invalid_type':
      return finding('KIND_OTHER', { kind: issue.expected })
    case 'too_small':
      return finding('TOO_SMALL', { least: String(issue.minimum) })
    case 'too_big':
      return finding('TOO_BIG', { most: String(issue.maximum) })
    default:
      return finding('UNREADABLE', { why: issue.message })
  }
}

function bindData<S extends z.ZodType>(spec: NodeSpec<S>, id: string, data: z.output<S>): BoundNode {
  return {
    id,
    type: spec.type,
    waits: spec.waits,
    hasInput: spec.hasInput,
    handles: spec.handles(data),
    texts: spec.texts?.(data) ?? [],
    writes: spec.writes?.(data) ?? [],
    table: spec.table?.(data) ?? null,
    handsTo: spec.handsTo?.(data) ?? null,
    writesFields: spec.writesFields?.(data) ?? [],
    needs: spec.needs?.(data) ?? [],
    secrets: spec.secrets?.(data) ?? [],
    model: spec.model?.(data) ?? null,
    calls: spec.calls?.(data) ?? [],
    jumpsTo: spec.jumpsTo?.(data) ?? null,
    trigger: spec.trigger?.(data) ?? null,
    schedule: spec.schedule?.(data) ?? null,
    retry: spec.retry?.(data) ?? null,
    onMessage: spec.onMessage?.(data) ?? null,
    check: (flow, addresses) => spec.check?.(data, flow, addresses) ?? [],
    execute: (step) => spec.execute?.(data, step) ?? fail('NODE_NOT_EXECUTED', { type: spec.type }),
    resume: (step, signal) =>
      spec.resume?.(data, step, signal) ?? fail('NODE_NOT_WAITING', { type: spec.type }),
  }
}

/** The plain `out` handle of most nodes. */
export const OUT: HandleSpec = { id: 'out', label: 'next', optional: false, unconnected: 'complete' }

/** The way out of a message that could not be delivered. */
export const FAILED: HandleSpec = { id: 'failed', label: 'failed', optional: true, unconnected: 'fail' }

/** Ends the run as failed. */
export const fail = <Code extends RunFailureCode>(
  code: Code,
  ...given: FailureParams<Code>
): Extract<StepResult, { kind: 'fail' }> => ({
  kind: 'fail',
  failure: runFailure(code, ...given) as RunFailure,
})

export const NEXT: StepResult = { kind: 'follow', handle: 'out', outcome: 'next' }
