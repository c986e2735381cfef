import { z } from 'zod'
import type { ContactFieldShape } from '../../contact/contact-fields.ts'
import { MESSAGE_TYPES } from '../../conversation/message.ts'
import {
  type DefinitionInput,
  type DefinitionResult,
  describeZodError,
  FALLBACK_BEHAVIORS,
  type FlowDefinition,
  parseDefinition,
  RETRIGGER_BEHAVIORS,
} from '../definition.ts'
import { RUN_STATES } from '../run.ts'
import { groupChangeSchema, phoneCallSchema } from './group-step.ts'

/** A node as `[id, type, data]` or as the canvas stores it. */
const nodeSchema = z.union([
  z.tuple([z.string(), z.string()]),
  z.tuple([z.string(), z.string(), z.record(z.string(), z.unknown())]),
  z.looseObject({ id: z.string(), type: z.string() }),
])

/** An edge as `"a:handle>b"` (handle `out` by default) or as the canvas stores it. */
const edgeSchema = z.union([
  z.string().regex(/^[^:>]+(:[^>]+)?>[^>]+$/, 'an edge looks like "a>b" or "a:handle>b"'),
  z.looseObject({ source: z.string(), target: z.string() }),
])

const usageSchema = z.strictObject({
  model: z.string(),
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  cost: z.number().nullable(),
  durationMs: z.number(),
  attempts: z.number().int(),
})

const searchUsageSchema = z.strictObject({
  model: z.string(),
  inputTokens: z.number().int().nullable(),
  cost: z.number().nullable(),
  durationMs: z.number(),
  problem: z.string().nullable(),
})

const sourceSchema = z.strictObject({
  documentId: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  heading: z.string().nullable(),
  page: z.number().int().nullable(),
  row: z.number().int().nullable(),
})

const foundSchema = sourceSchema.extend({ text: z.string() })

/** A call of a tool that a model asks for; without an `id` it is numbered. */
const callSchema = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  input: z.unknown().optional(),
})

const answerSchema = z.union([
  z.strictObject({ error: z.string(), message: z.string().optional() }),
  z.strictObject({
    status: z.number().int().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
    value: z.unknown().optional(),
    output: z.unknown().optional(),
    found: z.array(foundSchema).optional(),
    text: z.string().optional(),
    object: z.unknown().optional(),
    route: z.string().optional(),
    calls: z.array(callSchema).optional(),
    sources: z.array(sourceSchema).optional(),
    usage: usageSchema.optional(),
    search: searchUsageSchema.optional(),
  }),
])

/** Keys of the exchange format beyond these are allowed and without effect here. */
const flowSchema = z.looseObject({
  name: z.string().optional(),
  /** True: known, but not active until a step publishes it. */
  draft: z.boolean().optional(),
  nodes: z.array(nodeSchema),
  edges: z.array(edgeSchema).default([]),
  retriggerBehavior: z.enum(RETRIGGER_BEHAVIORS).optional(),
  fallbackBehavior: z.enum(FALLBACK_BEHAVIORS).optional(),
  fallbackText: z.string().nullish(),
  settings: z.record(z.string(), z.unknown()).optional(),
  variables: z.array(z.record(z.string(), z.unknown())).optional(),
  /** Pinned answers of http, code and ai nodes, by node id; of the tool of a model by `NODE:TOOL`. */
  samples: z.record(z.string(), answerSchema).optional(),
})
export type CaseFlow = z.infer<typeof flowSchema>

const flagSchema = z.union([
  z.enum(['blacklist', 'favourite']),
  z.strictObject({ blacklist: z.boolean().optional(), favourite: z.boolean().optional() }),
  z.tuple([z.enum(['blacklist', 'favourite']), z.boolean()]),
  z.strictObject({ flag: z.enum(['blacklist', 'favourite']), value: z.boolean() }),
])

/** What is checked after a step; only the keys that are given. */
const expectSchema = z.strictObject({
  /** Texts newly shown to the contact since the last step that checked `out`. */
  out: z.array(z.string()).optional(),
  /** Raw sends to the contact so far. */
  wire: z.number().int().optional(),
  /** Distinct message ids on the wire to the contact so far. */
  messageIds: z.number().int().optional(),
  /** Which run of the contact the other keys look at: index from 0, negative from the end; the last by default. */
  run: z.number().int().optional(),
  /** How many runs the contact has, ended ones included. */
  runs: z.number().int().optional(),
  state: z.enum(RUN_STATES).nullish(),
  node: z.string().nullish(),
  /** The flow that is executing: the sub-flow while one runs. */
  flow: z.string().nullish(),
  /** Variables that must have these values; null means not set. */
  vars: z.record(z.string(), z.unknown()).optional(),
  /** All outcomes of the run, in order. */
  outcomes: z.array(z.string()).optional(),
  lastOutcome: z.string().nullish(),
  /** Status and reason of the contact's event that was decided last. */
  lastEvent: z.tuple([z.string(), z.string().nullable()]).optional(),
  error: z.string().nullish(),
  /** The text that waits for approval. */
  approval: z.string().nullish(),
  maxTransitions: z.number().int().optional(),
  /** Fields of the contact that must have these values. */
  contact: z.record(z.string(), z.unknown()).optional(),
  /** Code of the refusal of a `start`, `resume` or `cancel` in this step. */
  refusal: z.string().nullish(),
  /** Codes of the errors for which the `publish` of this step was refused. */
  publishErrors: z.array(z.string()).optional(),
  /** Codes of the warnings of the last publish: those of the case itself, or of a step. */
  publishWarnings: z.array(z.string()).optional(),
  /** Effects newly asked for since the last step that checked them, each with the keys given here. */
  effects: z.array(z.record(z.string(), z.unknown())).optional(),
})
export type CaseExpectation = z.infer<typeof expectSchema>

const stepSchema = z.strictObject({
  /** Seconds since the start of the case; the clock only runs forward, timers fire on the way. */
  at: z.number().min(0).optional(),
  jid: z.string().default('u1'),
  text: z.string().optional(),
  /** The message's id; the same id again is a duplicate. */
  id: z.string().optional(),
  /** Kind of the message when it is not a text. */
  type: z.enum(MESSAGE_TYPES).optional(),
  group: z.boolean().optional(),
  /** How many seconds ago the contact wrote the message. */
  ageSec: z.number().min(0).optional(),
  /** Option or options voted for; an empty list takes the vote back. */
  vote: z.union([z.string(), z.array(z.string())]).optional(),
  /** Which poll the vote is for: index of the polls shown to the contact, the last by default. */
  poll: z.number().int().optional(),
  /** Details of media, a location or a contact card. */
  media: z.record(z.string(), z.unknown()).optional(),
  human: z.string().optional(),
  flag: flagSchema.optional(),
  value: z.boolean().optional(),
  /** What the contact's http node is answered; before it asks or while it waits. Several answers: a list. */
  http: z.union([answerSchema, z.array(answerSchema)]).optional(),
  /** What the contact's code node is answered, instead of running its script: `{value}` or `{error}`. */
  code: z.union([answerSchema, z.array(answerSchema)]).optional(),
  /** What the contact's ai node is answered: `{text}`, `{calls}`, `{object}`, `{route}` or `{error}`, with `{usage}` if wanted. */
  ai: z.union([answerSchema, z.array(answerSchema)]).optional(),
  /** Calls the address of a trigger.webhook, about the contact of the step; signature and contact of the call are not looked at. */
  webhook: z
    .strictObject({
      flow: z.string(),
      node: z.string(),
      body: z.unknown().optional(),
      query: z.record(z.string(), z.unknown()).optional(),
      headers: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  /** What the contact's tool of an MCP server is answered: `{output}` or `{error}`. */
  mcp: z.union([answerSchema, z.array(answerSchema)]).optional(),
  /** What a search in documents that the contact's model asks for finds: `{found}` or `{error}`. */
  knowledge: z.union([answerSchema, z.array(answerSchema)]).optional(),
  /** Calls the address of a wait.webhook of the contact's last run; `place` is its node, of a sub-flow with that flow before it. */
  call: z
    .strictObject({
      place: z.string(),
      visit: z.number().int().optional(),
      body: z.unknown().optional(),
      query: z.record(z.string(), z.unknown()).optional(),
      headers: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  /** What the contact's table node is answered, instead of looking at the table: `{value: {outcome, rows}}` or `{error}`. */
  table: z.union([answerSchema, z.array(answerSchema)]).optional(),
  /** What a person makes of the text that waits for approval in the contact's last run; `id` is of another one. */
  approval: z
    .union([
      z.enum(['approve', 'decline']),
      z.strictObject({
        text: z.string().optional(),
        decline: z.boolean().optional(),
        id: z.string().optional(),
      }),
    ])
    .optional(),
  /** What the contact's email node is answered: `{output}` or `{error}`. */
  email: z.union([answerSchema, z.array(answerSchema)]).optional(),
  /** What the contact's group node is answered: `{output}` or `{error}`. */
  group_act: z.union([answerSchema, z.array(answerSchema)]).optional(),
  /** What the contact's channel node is answered: `{output}` or `{error}`. */
  channel_post: z.union([answerSchema, z.array(answerSchema)]).optional(),
  /** What the contact's status node is answered: `{output}` or `{error}`. */
  status_post: z.union([answerSchema, z.array(answerSchema)]).optional(),
  groupChange: groupChangeSchema.optional(),
  phoneCall: phoneCallSchema.optional(),
  /** Starts a flow at its trigger.schedule, as the scheduler does. */
  schedule: z.strictObject({ flow: z.string(), node: z.string() }).optional(),
  publish: z.record(z.string(), flowSchema.nullable()).optional(),
  unpublish: z.string().optional(),
  start: z
    .union([
      z.string(),
      z.strictObject({
        flow: z.string(),
        inputs: z.record(z.string(), z.unknown()).optional(),
        /** The trigger.webhook that was called, with the inputs it read; without it, the trigger.api. */
        node: z.string().optional(),
        /** The step at which it begins in place of a trigger. */
        step: z.string().optional(),
        /** A live run makes way. */
        replaces: z.boolean().optional(),
        /** The contact is given back to flows, where a person looks after it. */
        endsPause: z.boolean().optional(),
      }),
    ])
    .optional(),
  resume: z
    .union([
      z.literal(true),
      z.strictObject({
        node: z.string().optional(),
        text: z.string().optional(),
        /** A live run makes way for the contact's last one, which is parked. */
        replaces: z.boolean().optional(),
      }),
    ])
    .optional(),
  cancel: z.literal(true).optional(),
  failSends: z.boolean().optional(),
  /** `hold`: acknowledgements of what is sent are late, until a step with `release`, at whose beginning they come. */
  acks: z.enum(['hold', 'release']).optional(),
  disconnect: z.literal(true).optional(),
  reconnect: z.literal(true).optional(),
  crash: z.enum(['before_commit', 'after_commit', 'after_send']).optional(),
  restart: z.boolean().optional(),
  /** Queue the message, do not process it yet. */
  hold: z.boolean().optional(),
  /** A remark for the reader. */
  note: z.string().optional(),
  expect: expectSchema.optional(),
})
export type CaseAnswer = z.infer<typeof answerSchema>
export type CaseStep = z.infer<typeof stepSchema>

const contactSchema = z.strictObject({
  name: z.string().nullish(),
  phone: z.string().nullish(),
  username: z.string().nullish(),
  tags: z.array(z.string()).optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
  /** Other addresses of the same person. */
  aliases: z.array(z.string()).optional(),
})

/** The type of a field of contacts, or what may be chosen. */
const fieldSchema = z.union([z.enum(['text', 'number', 'boolean', 'date']), z.array(z.string()).min(1)])

/** The fields of contacts that a case defines. */
export function toFieldShapes({
  contactFields,
}: Pick<FlowCase, 'contactFields'>): Map<string, ContactFieldShape> {
  const shapes = Object.entries(contactFields ?? {}).map(([name, given]): [string, ContactFieldShape] => [
    name,
    typeof given === 'string' ? { type: given, choices: [] } : { type: 'choice', choices: given },
  ])
  return new Map(shapes)
}

const caseSchema = z.looseObject({
  id: z.string().min(1),
  title: z.string().min(1),
  client: z
    .looseObject({
      id: z.string().optional(),
      name: z.string().nullish(),
      phone: z.string().nullish(),
      humanHandoffDurationSec: z.number().int().min(0).optional(),
      mainMenuFlowId: z.string().nullish(),
      defaultCountry: z.string().nullish(),
      /** Names of the secrets this client's flows may use; absent means any. */
      secrets: z.array(z.string()).optional(),
      /** Names of the models that are set up; absent means any. */
      models: z.array(z.string()).optional(),
    })
    .optional(),
  contacts: z.record(z.string(), contactSchema).optional(),
  /** Fields of contacts that the owner has defined: what values they hold, or the choices there are. */
  contactFields: z.record(z.string(), fieldSchema).optional(),
  /** Tables of the owner by their names: columns by their types, what is unique, and the rows there are. */
  tables: z
    .record(
      z.string(),
      z.strictObject({
        columns: z.record(z.string(), z.enum(['text', 'number', 'boolean', 'date'])),
        unique: z.array(z.array(z.string())).default([]),
        rows: z.array(z.record(z.string(), z.unknown())).default([]),
      }),
    )
    .optional(),
  /** The moment the case begins, ISO 8601; 2026-01-01T00:00:00Z by default. */
  startAt: z.iso.datetime().optional(),
  /** The ids of its runs in the order they begin; what a run draws by chance follows from its id. */
  runIds: z.array(z.string().min(1).max(64)).max(20).optional(),
  flows: z.record(z.string(), flowSchema),
  script: z.array(stepSchema).min(1),
})

/** Every key of the format, as docs/flows-guide.md lists them. */
export const CASE_KEYS = {
  case: Object.keys(caseSchema.shape),
  flow: Object.keys(flowSchema.shape),
  step: Object.keys(stepSchema.shape),
  expect: Object.keys(expectSchema.shape),
}

/** A script with a contact and what must come of it: the executable form of docs/flows.md. */
export type FlowCase = z.infer<typeof caseSchema>

export type CaseParseResult = { ok: true; value: FlowCase } | { ok: false; message: string }

/** Reads one case; keys nobody knows are refused, so that a misspelt check cannot pass. */
export function parseCase(input: unknown): CaseParseResult {
  const parsed = caseSchema.safeParse(input)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, message: describeZodError(parsed.error) }
}

/** A flow as a case holds it. */
export function toCaseFlow(name: string, definition: FlowDefinition): CaseFlow {
  const { nodes, edges, retriggerBehavior, fallbackBehavior, fallbackText, settings, variables } = definition
  return {
    name,
    nodes: nodes.map((node) => ({ ...node })),
    edges: edges.map((edge) => ({ ...edge })),
    retriggerBehavior,
    fallbackBehavior,
    fallbackText,
    settings: { ...settings },
    variables: variables.map((variable) => ({ ...variable })),
  }
}

/** Writes a case's flow out in full and reads it as a definition. */
export function parseCaseFlow(flow: CaseFlow): DefinitionResult {
  const { nodes, edges, retriggerBehavior, fallbackBehavior, fallbackText, settings, variables } = flow
  const input: DefinitionInput = {
    retriggerBehavior,
    fallbackBehavior,
    fallbackText,
    settings,
    variables,
    nodes: nodes.map((node, index) =>
      Array.isArray(node)
        ? { id: node[0], type: node[1], data: node[2] ?? {}, position: { x: index * 260, y: 0 } }
        : node,
    ),
    edges: edges.map((edge, index) =>
      typeof edge === 'string' ? expandEdge(edge, index) : { id: `e${index}`, ...edge },
    ),
  }
  return parseDefinition(input)
}

function expandEdge(text: string, index: number): Record<string, unknown> {
  const at = text.lastIndexOf('>')
  const [source = '', ...handle] = text.slice(0, at).split(':')
  return {
    id: `e${index}`,
    source,
    target: text.slice(at + 1),
    sourceHandle: handle.length > 0 ? handle.join(':') : 'out',
  }
}
