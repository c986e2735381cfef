import type { FlowContent } from '../../conversation/content.ts'
import type { Message } from '../../conversation/message.ts'
import { countJsonBytes } from '../../json-safety.ts'
import type { Outcome, StepAction, Transition } from '../decision.ts'
import type { AwaitedEffect, FlowEffect, SecretEncoding, SecretText } from '../effects.ts'
import type { ParsedTemplate, TemplateScope } from '../expressions/liquid.ts'
import { type ParsedPattern, PatternBudget } from '../expressions/patterns.ts'
import { SpokenVersion } from '../languages/choose-language.ts'
import { MAX_CONTEXT_BYTES, MAX_SENDS_PER_EVENT } from '../limits.ts'
import type { Synonyms } from '../matching/choice.ts'
import { joinMergePatches } from '../merge-patch.ts'
import { ThinkingPlace } from '../nodes/ai/thinking-place.ts'
import { ListPlace } from '../nodes/lists/list-place.ts'
import type { AwaitedBody, BoundNode, SendOptions, StepContext } from '../nodes/node-type.ts'
import type { ClientState, ContactState, NodeResult, RunContext, RunState, TimerKind } from '../run.ts'
import { kindOfFailure, type RunFailure, runFailure } from '../run-failure.ts'
import type { FlowSnapshot } from '../snapshot.ts'
import type { Computed } from '../value-problem.ts'
import { ContextPatches, withoutPending } from './context-patches.ts'
import type { Plan } from './plan.ts'
import { describeEffect } from './step-actions.ts'
import { requireParsed, StepFailure } from './step-failure.ts'
import { NamedTexts } from './texts/named-texts.ts'
import { readRoot, StepScope } from './texts/scope.ts'
import { SecretRenderer } from './texts/secret-text.ts'

type WithoutPlace<T> = T extends unknown ? Omit<T, 'runId' | 'nodeId'> : never

/** Where a switch leads. */
export interface SwitchTarget {
  snapshot: FlowSnapshot
  node: BoundNode
  inputs: Record<string, unknown>
}

/** One run during one event: its own copy of the state, and what its nodes may do. */
export class Execution implements StepContext {
  readonly plan: Plan
  readonly now: number
  readonly addresses: StepContext['addresses']
  readonly run: RunState
  private version: SpokenVersion
  /** Nodes executed in this event. */
  steps = 0
  /** The message that started the run in this event; offered to an `ask` with `consumeTrigger`. */
  triggerMessage: Message | null = null
  /** Set by a fallback: when the run has been put away, the main menu starts. */
  wantsMainMenu = false
  /** Set by a switch: when this run has ended, that flow starts. */
  switchTo: SwitchTarget | null = null
  private readonly before: RunContext
  private readonly patternBudget = new PatternBudget()
  private readonly patches: ContextPatches
  private pending: StepAction[] = []
  private lastTransition: Transition | null = null
  private ownsVisits = false
  private scope: TemplateScope | null = null
  private secretRenderer: SecretRenderer | null = null

  constructor(plan: Plan, run: RunState, snapshot: FlowSnapshot) {
    this.plan = plan
    this.now = plan.now
    this.addresses = plan.addresses
    this.run = { ...run }
    this.version = new SpokenVersion(snapshot)
    this.patches = new ContextPatches(run.context, run.version === 0)
    this.before = run.context
  }

  get nodeId(): string {
    return this.run.currentNodeId ?? ''
  }

  /** The flow in the contact's language as it is now. */
  get snapshot(): FlowSnapshot {
    return this.version.to(this.contact)
  }

  get node(): BoundNode | undefined {
    return this.snapshot.nodes.get(this.nodeId)
  }

  get client(): ClientState {
    return this.plan.conversation.client
  }

  get contact(): ContactState {
    return this.plan.contact
  }

  get depth(): number {
    return this.run.context.stack.length
  }

  get lists(): ListPlace {
    return new ListPlace(this)
  }

  get thinking(): ThinkingPlace {
    return new ThinkingPlace(this)
  }

  get synonyms(): Synonyms {
    return this.snapshot.synonyms
  }

  get locale(): string {
    const { definition, language } = this.snapshot
    return definition.settings.locale ?? language ?? 'en'
  }

  get timezone(): string {
    return this.snapshot.definition.settings.timezone ?? 'UTC'
  }

  get seed(): string {
    return `${this.run.id}:${this.place}:${this.run.context.visits[this.place] ?? 0}`
  }

  get message(): Message | null {
    return this.plan.message
  }

  get lastMessageId(): string | null {
    return this.plan.message?.id ?? this.run.context.last?.messageId ?? null
  }

  /** Changes the context; every change of it goes through here so that patches stay right. */
  updateContext(change: Partial<RunContext>): void {
    this.run.context = { ...this.run.context, ...change }
    this.scope = null
  }

  /** Moves to another flow's snapshot: into or out of a sub-flow, or to a newer version. */
  enterSnapshot(snapshot: FlowSnapshot, change: Partial<RunContext> = {}): void {
    this.version = new SpokenVersion(snapshot)
    this.updateContext({ ...change, flowVersionId: snapshot.versionId })
  }

  /** Names the current node among those of all flows of this run: one of a sub-flow says which flow it stands in. */
  get place(): string {
    return this.depth > 0 ? `${this.snapshot.flowId}:${this.nodeId}` : this.nodeId
  }

  /** Counts the execution of the current node. The counters are this execution's own copy, changed in place. */
  countVisit(): void {
    const key = this.place
    if (!this.ownsVisits) this.updateContext({ visits: { ...this.run.context.visits } })
    this.ownsVisits = true
    this.steps += 1
    const { visits } = this.run.context
    const count = (visits[key] ?? 0) + 1
    visits[key] = count
    this.patches.noteVisit(key, count)
  }

  render(text: string): string {
    return this.template(text).render(this.templateScope())
  }

  evaluate(text: string): unknown {
    return this.template(text).evaluate(this.templateScope())
  }

  /** Renders with every inserted value percent-encoded. */
  renderEncoded(text: string): string {
    return this.encodedTemplate(text).render(this.templateScope())
  }

  withNames(names: Readonly<Record<string, unknown>>): NamedTexts {
    return new NamedTexts(this, names)
  }

  renderUrl(text: string): SecretText {
    return this.secrets.url(text)
  }

  renderSecret(text: string, as: SecretEncoding): SecretText {
    return this.secrets.text(text, as)
  }

  renderJson(value: unknown): SecretText {
    return this.secrets.json(value)
  }

  /** What `secrets.NAME` reads: nothing, but while a field is rendered that the host fills in. */
  get secretMarks(): Readonly<Record<string, string>> {
    return this.secretRenderer?.marks ?? {}
  }

  readRoot(name: string): unknown {
    return readRoot(this, name)
  }

  evaluateExpression(text: string): unknown {
    return requireParsed(this.snapshot.expressions.expression(text)).evaluate(this.templateScope())
  }

  compute(formula: string, draw: number): Computed {
    const parsed = requireParsed(this.snapshot.expressions.formula(formula))
    return parsed.compute(this.templateScope(), `${this.seed}:${draw}`)
  }

  pattern(source: string, caseSensitive = false): ParsedPattern {
    return this.patternBudget.bound(requireParsed(this.snapshot.expressions.pattern(source, caseSensitive)))
  }

  getVariable(name: string): unknown {
    return this.run.context.vars[name]
  }

  setVariable(name: string, value: unknown): void {
    this.updateContext({ vars: { ...this.run.context.vars, [name]: value } })
    this.pending.push({ k: 'set', var: name })
  }

  unsetVariable(name: string): void {
    const { [name]: _removed, ...vars } = this.run.context.vars
    this.updateContext({ vars })
    this.pending.push({ k: 'set', var: name })
  }

  setContactField(name: string, value: unknown): Computed {
    const kept = this.plan.patchField(name, value)
    if (kept.ok) this.pending.push({ k: 'set', var: `contact.fields.${name}` })
    this.scope = null
    return kept
  }

  changeTags(add: readonly string[], remove: readonly string[]): void {
    this.plan.patchTags(add, remove)
    this.pending.push({ k: 'set', var: 'contact.tags' })
    this.scope = null
  }

  setFlag(flag: 'blacklist' | 'favourite', value: boolean): void {
    this.plan.patchContact(flag === 'blacklist' ? { blacklist: value } : { favourite: value })
    this.pending.push({ k: 'set', var: `contact.${flag}` })
    this.scope = null
  }

  setNodeResult(result: NodeResult): void {
    this.updateContext({ nodes: { ...this.run.context.nodes, [this.nodeId]: result } })
  }

  sendText(text: string, options: SendOptions = {}): string | null {
    if (text.trim() === '') {
      this.note({ k: 'skip', type: 'text' })
      return null
    }
    const { purpose, linkPreview = true, quoteMessageId = null, typing = 'auto' } = options
    return this.send({ type: 'text', text, linkPreview, quoteMessageId, typing }, purpose)
  }

  send(content: FlowContent, purpose: SendOptions['purpose'] = 'message'): string {
    if (this.plan.sends.length >= MAX_SENDS_PER_EVENT) {
      throw new StepFailure(runFailure('SENDS_OF_EVENT', { most: MAX_SENDS_PER_EVENT }))
    }
    const id = this.plan.newId()
    const seq = this.plan.sends.length
    this.plan.sends.push({ id, runId: this.run.id, nodeId: this.place, seq, content, purpose })
    this.pending.push({ k: 'send', outboxId: id, type: content.type })
    if (content.type === 'poll') this.updateContext({ poll: { sendId: id, used: false } })
    return id
  }

  note(action: StepAction): void {
    this.pending.push(action)
  }

  newEffectId(): string {
    return this.plan.newId()
  }

  /** Asks the host for work and rests until its answer is here. */
  awaitEffect(body: AwaitedBody): void {
    const effect: AwaitedEffect = { ...body, runId: this.run.id, nodeId: this.nodeId }
    this.plan.effects.push(effect)
    this.pending.push(describeEffect(effect))
    this.updateContext({ effect: { id: effect.effectId, kind: effect.kind, startedAt: this.now } })
    this.run.state = 'waiting_effect'
  }

  /** Forgets the effect or the approval that was waited for; an answer that still comes is stale. */
  forgetEffect(): void {
    const { effect, approval } = this.run.context
    if (effect === undefined && approval === undefined) return
    this.run.context = withoutPending(this.run.context)
    this.scope = null
  }

  addEffect(effect: WithoutPlace<FlowEffect>): void {
    this.plan.effects.push({ ...effect, runId: this.run.id, nodeId: this.nodeId })
    this.pending.push({ k: effect.kind })
  }

  /** Makes a timer the only valid one of this run; `afterSendId` delays its start to that acknowledgement. */
  armTimer(kind: TimerKind, afterMs: number, from: number, afterSendId: string | null): void {
    this.clearTimer()
    const timerId = this.plan.newId()
    const { run, plan } = this
    const dueAt = afterSendId === null ? from + afterMs : null
    Object.assign(run, { timeoutJobId: timerId, timerKind: kind, timerDueAt: dueAt })
    plan.timers.push(
      afterSendId === null
        ? { op: 'arm', timerId, runId: run.id, kind, dueAt: from + afterMs }
        : { op: 'await_ack', timerId, runId: run.id, kind, afterMs, sendId: afterSendId },
    )
    this.pending.push({ k: 'arm', jobId: timerId, at: dueAt })
  }

  clearTimer(): void {
    const { run, plan } = this
    if (run.timeoutJobId === null) return
    plan.timers.push({ op: 'clear', timerId: run.timeoutJobId, runId: run.id })
    Object.assign(run, { timeoutJobId: null, timerKind: null, timerDueAt: null })
  }

  /** Records a move away from the current node, with everything done since the last one. */
  record(outcome: Outcome, toNodeId: string | null, edgeId: string | null = null): void {
    const transition: Transition = {
      runId: this.run.id,
      fromNodeId: this.nodeId,
      toNodeId,
      nodeType: this.node?.type ?? this.nodeTypeFromDefinition(),
      outcome,
      edgeId,
      actions: this.pending,
      contextPatch: this.patches.take(this.run.context),
    }
    this.pending = []
    this.lastTransition = transition
    this.plan.transitions.push(transition)
  }

  /** Closes the event for this run: what was done after the last move is added to it, and the run is saved. */
  settle(): void {
    const { run, plan } = this
    this.checkSize()
    const { brakes } = run.context
    if (this.steps > 0) this.updateContext({ brakes: { ...brakes, steps: brakes.steps + this.steps } })
    if (this.lastTransition) {
      this.lastTransition.actions.push(...this.pending)
      this.lastTransition.contextPatch = joinMergePatches(
        this.lastTransition.contextPatch,
        this.patches.take(this.run.context),
      )
    }
    this.pending = []
    Object.assign(run, {
      version: run.version + 1,
      lastEventId: plan.event.eventId,
      lastEventAt: plan.event.receivedAt,
      updatedAt: plan.now,
    })
    plan.saveRun(run)
  }

  /** Ends the run as failed. A loop guard takes back what the event planned; too much data takes back the variables. */
  fail(failure: RunFailure): void {
    const code = kindOfFailure(failure)
    if (code === 'LOOP_LIMIT') this.plan.dropOutput()
    this.clearTimer()
    this.forgetEffect()
    if (code === 'DATA_TOO_LARGE')
      this.updateContext({ vars: this.before.vars, last: null, buffered: [], nodes: {} })
    this.updateContext({ wait: null })
    this.record('failed', null)
    Object.assign(this.run, { state: 'failed', error: code, failure })
  }

  private checkSize(): void {
    if (this.run.context === this.before || this.run.state === 'failed') return
    const size = countJsonBytes(this.run.context, MAX_CONTEXT_BYTES)
    if (size <= MAX_CONTEXT_BYTES) return
    this.fail(runFailure('VARIABLES_TOO_LARGE', { size, most: MAX_CONTEXT_BYTES }))
  }

  private nodeTypeFromDefinition(): string {
    return this.snapshot.definition.nodes.find((node) => node.id === this.nodeId)?.type ?? 'unknown'
  }

  private get secrets(): SecretRenderer {
    this.secretRenderer ??= new SecretRenderer(this)
    return this.secretRenderer
  }

  template(text: string): ParsedTemplate {
    return requireParsed(this.snapshot.expressions.template(text))
  }

  encodedTemplate(text: string): ParsedTemplate {
    return requireParsed(this.snapshot.expressions.encoded(text))
  }

  templateScope(): TemplateScope {
    this.scope ??= new StepScope(this)
    return this.scope
  }
}
