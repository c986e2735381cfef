import { z } from 'zod'
import { FALLBACK_BEHAVIORS, RETRIGGER_BEHAVIORS } from '../../core/flow/definition.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { jsonTextOr } from '../fields.ts'

/** The version of the flow exchange format this server reads and writes. */
export const EXCHANGE_VERSION = 1

export const GraphNode = z.looseObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: problemText('NO_NODE_ID') }),
  type: z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/, { error: problemText('NO_NODE_TYPE') }),
  position: z.looseObject({ x: z.number(), y: z.number() }).default({ x: 0, y: 0 }),
  data: z.record(z.string(), z.unknown()).default({}),
})

export const GraphEdge = z.looseObject({
  id: z.string().min(1).max(128),
  source: z.string(),
  target: z.string(),
  sourceHandle: z.string().max(80).nullish(),
  targetHandle: z.string().nullish(),
})

export const Viewport = z.looseObject({ x: z.number(), y: z.number(), zoom: z.number().gt(0) })

const Variable = z.looseObject({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, { error: problemText('NO_VARIABLE_NAME') }),
  type: z.enum(['string', 'number', 'boolean', 'date', 'list', 'object']).optional(),
  default: z.unknown().optional(),
  pii: z.boolean().optional(),
})

const Settings = z.looseObject({
  timezone: z.string().optional(),
  locale: z.string().optional(),
  dormantTtlSec: z.int().min(60).optional(),
  inputDebounceMs: z.int().min(0).max(30_000).optional(),
  typeAhead: z.boolean().optional(),
  maxStepsPerEvent: z.int().min(1).max(500).optional(),
  synonyms: z
    .array(z.array(z.string().max(60)).max(20))
    .max(100)
    .optional(),
  stopWords: z.array(z.string().max(40)).max(20).optional(),
  languages: z
    .looseObject({
      main: z.string(),
      others: z.array(z.string()).max(20).optional(),
      field: z.string().optional(),
      guess: z.boolean().optional(),
      texts: z
        .record(z.string(), z.record(z.string(), z.looseObject({ text: z.string(), of: z.int().min(0) })))
        .optional(),
    })
    .optional(),
})

/** The editable parts of a flow. `nodes`, `edges` and `viewport` are taken as JSON or as JSON text. */
export const flowParts = {
  description: z.string().max(2000).nullish(),
  clientId: z
    .guid({ error: problemText('NO_CLIENT_ID') })
    .toLowerCase()
    .nullish(),
  nodes: jsonTextOr(z.array(GraphNode).max(500)).optional(),
  edges: jsonTextOr(z.array(GraphEdge).max(2000)).optional(),
  viewport: jsonTextOr(Viewport.nullish()).optional(),
  retriggerBehavior: z.enum(RETRIGGER_BEHAVIORS).optional(),
  fallbackBehavior: z.enum(FALLBACK_BEHAVIORS).optional(),
  fallbackText: z.string().max(4096).nullish(),
  settings: Settings.optional(),
  variables: z.array(Variable).max(200).optional(),
}

export const flowName = z.string().min(1).max(120)

const version = z.literal(EXCHANGE_VERSION, {
  error: problemText('FORMAT_VERSION', { version: EXCHANGE_VERSION }),
})

/** The name the other flows of a bundle call a flow by: `ref:NAME` in place of its id. */
const ref = z.string().min(1).max(128).optional()

/** Cases that are played before the flow is published; their form is checked where they are stored. */
const testCases = z.array(z.record(z.string(), z.unknown())).max(50).optional()

const BundledFlow = z.looseObject({ version, name: flowName, ...flowParts, ref, testCases })

/** A flow as files hold it, with flows it needs. Properties beyond these are kept out of the flow but never refused. */
export const FlowDocument = BundledFlow.extend({ bundle: z.array(BundledFlow).max(100).optional() })

export type FlowDocumentInput = z.output<typeof FlowDocument>
