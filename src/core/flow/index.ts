/**
 * The flow engine: parse, validate and run flows. Pure throughout: no I/O, clock or randomness, so that the worker,
 * the browser's simulator, the command line and the tests run the same code.
 */

export { compareFlows, isSameFlow } from './compare-flows.ts'
export type { ConversationState, MessageFate } from './conversation-state.ts'
export {
  type ContactPatch,
  changesConversation,
  type Decision,
  type IgnoreReason,
  type Outcome,
  type PlannedSend,
  type RunChange,
  type StartRefusal,
  type StepAction,
  type TimerChange,
  type Transition,
} from './decision.ts'
export {
  type DefinitionInput,
  type DefinitionResult,
  FALLBACK_BEHAVIORS,
  type FallbackBehavior,
  type FlowDefinition,
  type FlowEdge,
  type FlowNode,
  type FlowSettings,
  type FlowVariable,
  parseDefinition,
  RETRIGGER_BEHAVIORS,
  type RetriggerBehavior,
} from './definition.ts'
export type {
  AiEffect,
  AiErrorCode,
  AiTask,
  AiTool,
  AiTurn,
  AssignEffect,
  AwaitedEffect,
  ChannelErrorCode,
  ChannelPostEffect,
  ChatActionEffect,
  CodeEffect,
  ContactMessage,
  EffectErrorCode,
  EmailEffect,
  EmitEffect,
  FilePlace,
  FlowEffect,
  GroupActEffect,
  GroupErrorCode,
  HttpEffect,
  HttpRequest,
  KnowledgeEffect,
  KnowledgeQuestion,
  LabelEffect,
  McpEffect,
  NotifyEffect,
  SecretEncoding,
  SecretPart,
  SecretText,
  StatusErrorCode,
  StatusPostEffect,
  TableEffect,
  ToolOutput,
  TypingEffect,
} from './effects.ts'
export { isAwaited } from './effects.ts'
export type { UrlOf } from './engine/plan.ts'
export { type EngineContext, processEvent } from './engine/process-event.ts'
export {
  type ComparedItem,
  compareEvaluations,
  type ItemChange,
  type ItemStatus,
} from './evaluate/compare-evaluations.ts'
export {
  type EvaluationCheck,
  readEvaluationChecks,
} from './evaluate/evaluation-checks.ts'
export {
  type CheckResult,
  judgeCheck,
  type PlainCheck,
  type PlayedConversation,
  type PlayedLine,
} from './evaluate/judge-checks.ts'
export type { EventSummary, SummaryCode, SummaryParams } from './event-summary.ts'
export {
  type ExchangeAsset,
  findAssets,
  mapAssets,
  nameAsset,
  readRequiredAssets,
} from './exchange/assets.ts'
export {
  nameRef,
  readRefs,
  resolveCaseRefs,
  resolveRefs,
  type StoredFlow,
  toExchangeBundle,
} from './exchange/bundle.ts'
export { findCalls, mapCalls } from './exchange/calls.ts'
export {
  compareColumns,
  compareUnique,
  type DefinitionDifference,
  type ExchangeDefinitions,
  type ExchangeField,
  type ExchangeTable,
  findContactFields,
} from './exchange/definitions.ts'
export {
  EXCHANGE_VERSION,
  type ExchangeFlow,
  type ExchangeResult,
  parseExchange,
  toExchange,
} from './exchange/exchange.ts'
export {
  type ForeignFile,
  recogniseArchive,
  recogniseWorkflow,
  type WorkflowStart,
} from './exchange/foreign.ts'
export { readRef, resolveRef, toRef } from './exchange/refs.ts'
export type {
  Explanation,
  ExplanationParams,
  NearBecause,
  PauseCause,
} from './explain/explanation.ts'
export {
  type Fate,
  type FateCode,
  type FateOutcome,
  type FateParams,
  outcomeOf,
} from './explain/message-fate.ts'
export { readCountry } from './expressions/answers.ts'
export { CONDITION_OPS, testCondition, UNARY_OPS } from './expressions/conditions.ts'
export { slugify } from './expressions/fold.ts'
export { addExactly } from './expressions/formula/decimal.ts'
export { type CronResult, nextCronTime, parseCron } from './expressions/time/cron.ts'
export {
  type CronField,
  type ErrorCode,
  type FieldFindings,
  type Finding,
  type FindingParams,
  type FindingReason,
  type FlowFindings,
  finding,
  type Issue,
  type ValidationResult,
  type WarningCode,
} from './findings.ts'
export {
  type ContactText,
  listContactTexts,
  listNodeTexts,
} from './languages/contact-texts.ts'
export { type FlowLanguages, toLanguageTag } from './languages/languages-schema.ts'
export { readTranslationTable, type TranslationImport, toTranslationTable } from './languages/table.ts'
export {
  putTranslation,
  stateOf,
  type TranslationState,
  textsOf,
  translateNode,
} from './languages/translate.ts'
export {
  MAX_EMAIL_FILE_BYTES,
  MAX_HTTP_BODY_BYTES,
  MAX_HTTP_FILE_BYTES,
  MAX_STOP_WORD_CHARS,
  MAX_STOP_WORDS,
  MAX_SYNONYM_CHARS,
  MAX_SYNONYM_GROUPS,
  MAX_SYNONYMS,
  MAX_TEST_CASES,
} from './limits.ts'
export { indexSynonyms, type MatchKind, matchNamed, type Synonyms } from './matching/choice.ts'
export { groupTexts, toTextKey } from './matching/group-texts.ts'
export { type KeywordRule, matchKeyword } from './matching/keywords.ts'
export { applyMergePatch } from './merge-patch.ts'
export { loosenSchema } from './nodes/ai/answer-schema.ts'
export { takeCitations } from './nodes/ai/citations.ts'
export { describeForModel } from './nodes/ai/question.ts'
export type { FieldCondition } from './nodes/fields/host-uses.ts'
export type { BoundNode, ScheduleRule } from './nodes/node-type.ts'
export { findNodeType, NODE_TYPES } from './nodes/registry.ts'
export {
  readCalledContact,
  readCalledInputs,
  readDedupeKey,
} from './nodes/triggers/incoming-call.ts'
export type { IncomingCall, SignatureRule, WebhookRule } from './nodes/triggers/webhook-rule.ts'
export { readWaitSignature } from './nodes/work/wait-webhook.ts'
export { recordCase } from './record/record-case.ts'
export type {
  Masked,
  RecordedCase,
  Recording,
  RecordingMask,
  RecordProblem,
  RecordProblems,
} from './record/recording.ts'
export {
  type ClientState,
  type ContactState,
  LIVE_STATES,
  RUN_STATES,
  type RunContext,
  type RunState,
  type RunStateName,
  TERMINAL_STATES,
  type TimerKind,
} from './run.ts'
export {
  type RunErrorCode,
  type RunFailure,
  type RunFailureCode,
  type RunFailureParams,
  runFailure,
} from './run-failure.ts'
export { mayNameSecrets } from './secrets/secret-names.ts'
export {
  createSecretHider,
  fillSecrets,
  listSecrets,
  maskSecrets,
  SecretMissing,
} from './secrets/secret-parts.ts'
export type { CaseFailure, CasePlace, CaseProblem, CaseProblems } from './simulate/case-failure.ts'
export {
  type CaseExpectation,
  type CaseFlow,
  type CaseStep,
  type FlowCase,
  parseCase,
  toCaseFlow,
} from './simulate/case-format.ts'
export type { SimulatedEvent, SimulatedTransition } from './simulate/commit.ts'
export type { SimulationOptions } from './simulate/defaults.ts'
export { type EffectAnswer, pinOf } from './simulate/effects.ts'
export { toGroupChange } from './simulate/group-step.ts'
export { type FoundCase, readCases, TESTED_FLOW } from './simulate/read-cases.ts'
export {
  type CaseHost,
  type CaseResult,
  type CaseSetup,
  type OpenCase,
  openCase,
  type RunScript,
  runCase,
} from './simulate/run-case.ts'
export { Simulation } from './simulate/simulate.ts'
export { submitCall, submitDecision, submitRunCall } from './simulate/submit-call.ts'
export { createSnapshot, type FlowSnapshot, type SnapshotIdentity } from './snapshot.ts'
export { listInputs, listSteps, nameStep, type Step, type StepName } from './steps/list-steps.ts'
export {
  importTypebot,
  type Orphans,
  removeOrphans,
  type TypebotImport,
  type TypebotNote,
  type TypebotNoteParams,
  type TypebotProblem,
  type TypebotReport,
} from './typebot/index.ts'
export { type ValidationContext, validateFlow } from './validate/validate.ts'
export type { ValueErrorCode, ValueProblem, ValueProblems } from './value-problem.ts'
export {
  findNameProblem,
  listVariableUses,
  renameVariable,
  type VariableUse,
} from './variables/variables.ts'
