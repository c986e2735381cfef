import { z } from 'zod'
import { type JsonProblem, parseJsonText } from '../json-safety.ts'
import { type Finding, finding } from './findings.ts'
import { languagesSchema } from './languages/languages-schema.ts'
import {
  MAX_DEFINITION_CHARS,
  MAX_EDGES,
  MAX_NODES,
  MAX_STEPS_PER_EVENT_SETTING,
  MAX_STOP_WORD_CHARS,
  MAX_STOP_WORDS,
  MAX_SYNONYM_CHARS,
  MAX_SYNONYM_GROUPS,
  MAX_SYNONYMS,
} from './limits.ts'

/** What happens when a flow's own trigger meets a contact who already has a run of it (docs/flows.md). */
export const RETRIGGER_BEHAVIORS = [
  'continue_if_dormant',
  'restart_if_dormant',
  'restart',
  'ignore',
  'once',
] as const
export type RetriggerBehavior = (typeof RETRIGGER_BEHAVIORS)[number]

/** What happens to input nobody understood in a wait whose `invalid` handle is unconnected (docs/flows.md). */
export const FALLBACK_BEHAVIORS = [
  'none',
  'send_text',
  'repeat',
  'send_text_and_repeat',
  'main_menu',
  'handoff',
  'end',
] as const
export type FallbackBehavior = (typeof FALLBACK_BEHAVIORS)[number]

export const VARIABLE_NAME = /^[A-Za-z_]\w{0,63}$/

const positionSchema = z.object({ x: z.number(), y: z.number() })
const viewportSchema = z.object({ x: z.number(), y: z.number(), zoom: z.number().positive() })

/** A node as the canvas stores it; keys of the canvas beyond these are dropped on parse. */
const nodeSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'a node id is 1 to 64 letters, digits, _ or -'),
  type: z
    .string()
    .max(64)
    .regex(/^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/, 'a node type looks like "send.text"'),
  position: positionSchema.default({ x: 0, y: 0 }),
  data: z.record(z.string(), z.unknown()).default({}),
  parentId: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
})
export type FlowNode = z.infer<typeof nodeSchema>

const edgeSchema = z.object({
  id: z.string().min(1).max(128),
  source: z.string(),
  target: z.string(),
  sourceHandle: z.string().max(80).nullish(),
  targetHandle: z.string().max(80).nullish(),
  type: z.string().optional(),
  label: z.string().optional(),
})
/** An edge from one source handle (`out` unless named) to another node's only target, `in`. */
export interface FlowEdge {
  id: string
  source: string
  target: string
  sourceHandle: string
  type?: string
  label?: string
}

/** Per-flow settings; seconds and milliseconds as the names say. */
const settingsSchema = z.object({
  timezone: z.string().refine(isTimeZone, 'use an IANA time zone such as Europe/Lisbon').optional(),
  locale: z.string().refine(isLocale, 'use a locale such as en, pt-BR or de').optional(),
  dormantTtlSec: z.number().int().min(60).optional(),
  inputDebounceMs: z.number().int().min(0).max(30_000).optional(),
  typeAhead: z.boolean().optional(),
  maxStepsPerEvent: z.number().int().min(1).max(MAX_STEPS_PER_EVENT_SETTING).optional(),
  /** Words that mean the same where a menu or a keyword is tolerant, a group each. */
  synonyms: z
    .array(z.array(z.string().max(MAX_SYNONYM_CHARS)).max(MAX_SYNONYMS))
    .max(MAX_SYNONYM_GROUPS)
    .optional(),
  /** Whoever writes one of them, and nothing else, ends the run. */
  stopWords: z.array(z.string().max(MAX_STOP_WORD_CHARS)).max(MAX_STOP_WORDS).optional(),
  languages: languagesSchema.optional(),
})
export type FlowSettings = z.infer<typeof settingsSchema>

const variableSchema = z.object({
  name: z.string().regex(VARIABLE_NAME, 'a variable name is a letter or _ and up to 63 letters, digits or _'),
  type: z.enum(['string', 'number', 'boolean', 'date', 'list', 'object']).optional(),
  default: z.unknown().optional(),
  pii: z.boolean().optional(),
})
export type FlowVariable = z.infer<typeof variableSchema>

/** A flow's graph and behaviour, typed. It may still be unpublishable: `validateFlow` decides that. */
export interface FlowDefinition {
  nodes: FlowNode[]
  edges: FlowEdge[]
  viewport: z.infer<typeof viewportSchema> | null
  retriggerBehavior: RetriggerBehavior
  fallbackBehavior: FallbackBehavior
  fallbackText: string | null
  settings: FlowSettings
  variables: FlowVariable[]
}

/**
 * Untrusted input of `parseDefinition`: nodes, edges and viewport as JSON or as the strings of a Flow resource.
 * Absent or null means empty or the default.
 */
export interface DefinitionInput {
  nodes?: unknown
  edges?: unknown
  viewport?: unknown
  retriggerBehavior?: unknown
  fallbackBehavior?: unknown
  fallbackText?: unknown
  settings?: unknown
  variables?: unknown
}

/** `message` names what is wrong with several fields, `problem` is the same as a finding. */
export type DefinitionResult =
  | { ok: true; definition: FlowDefinition }
  | { ok: false; message: string; problem: Finding }

function describeUnread(problem: JsonProblem | null): string {
  switch (problem?.kind) {
    case 'depth':
      return `it nests deeper than ${problem.most} levels.`
    case 'parts':
      return `it holds more than ${problem.most} values and keys.`
    default:
      return 'is a string but not valid JSON'
  }
}

/** A value given as JSON text or as plain JSON, behind one schema. */
function jsonText<S extends z.ZodType>(schema: S) {
  return z.preprocess((value, context) => {
    if (typeof value !== 'string') return value
    if (value.length > MAX_DEFINITION_CHARS) {
      context.addIssue({ code: 'custom', message: 'is larger than 1 MiB; split the flow' })
      return z.NEVER
    }
    if (value.trim() === '') return undefined
    const parsed = parseJsonText(value)
    if (parsed.ok) return parsed.value
    context.addIssue({ code: 'custom', message: describeUnread(parsed.problem) })
    return z.NEVER
  }, schema)
}

const definitionSchema = z.object({
  nodes: jsonText(z.array(nodeSchema).max(MAX_NODES, `a flow has at most ${MAX_NODES} nodes`).nullish()),
  edges: jsonText(z.array(edgeSchema).max(MAX_EDGES, `a flow has at most ${MAX_EDGES} edges`).nullish()),
  viewport: jsonText(viewportSchema.nullish()),
  retriggerBehavior: z.enum(RETRIGGER_BEHAVIORS).nullish(),
  fallbackBehavior: z.enum(FALLBACK_BEHAVIORS).nullish(),
  fallbackText: z.string().max(4_096).nullish(),
  settings: jsonText(settingsSchema.nullish()),
  variables: jsonText(z.array(variableSchema).nullish()),
})

/** Turns stored or imported flow fields into a typed definition; structure only, no graph validation. */
export function parseDefinition(input: DefinitionInput): DefinitionResult {
  const parsed = definitionSchema.safeParse(input)
  if (!parsed.success) {
    const message = describeZodError(parsed.error)
    return { ok: false, message, problem: toFinding(parsed.error, message) }
  }
  const value = parsed.data
  return {
    ok: true,
    definition: {
      nodes: value.nodes ?? [],
      edges: (value.edges ?? []).map(toFlowEdge),
      viewport: value.viewport ?? null,
      retriggerBehavior: value.retriggerBehavior ?? 'continue_if_dormant',
      fallbackBehavior: value.fallbackBehavior ?? 'none',
      fallbackText: value.fallbackText ?? null,
      settings: value.settings ?? {},
      variables: value.variables ?? [],
    },
  }
}

/** One field that people fill in themselves has a reason of its own; all else keeps the sentence of its schema. */
function toFinding({ issues }: z.ZodError, sentence: string): Finding {
  const [issue] = issues
  const place = issue?.path.map(String).join('.') ?? ''
  if (issues.length === 1 && place === 'settings.timezone' && issue?.code === 'custom')
    return finding('SETTINGS_TIME_ZONE', { place })
  if (issues.length === 1 && /^variables\.\d+\.name$/.test(place) && issue?.code === 'invalid_format')
    return finding('DECLARED_NAME', { place })
  return finding('OTHER', { sentence })
}

function toFlowEdge(edge: z.infer<typeof edgeSchema>): FlowEdge {
  const { id, source, target, sourceHandle, type, label } = edge
  return {
    id,
    source,
    target,
    sourceHandle: sourceHandle || 'out',
    ...(type === undefined ? {} : { type }),
    ...(label === undefined ? {} : { label }),
  }
}

/** The first few problems of a schema check as one sentence with their places. */
export function describeZodError(error: z.ZodError): string {
  const parts = error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.') || 'value'}: ${issue.message}`)
  const rest = error.issues.length - parts.length
  return parts.join('; ') + (rest > 0 ? `; and ${rest} more` : '')
}

/** Asking costs as much as making a formatter, and flows ask for the same few at each of their steps. */
const knownTimeZones = new Set<string>()
/** More than there are zones; names may be written in any case. */
const MAX_KNOWN_TIME_ZONES = 1_000

export function isTimeZone(zone: string): boolean {
  if (knownTimeZones.has(zone)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    if (knownTimeZones.size < MAX_KNOWN_TIME_ZONES) knownTimeZones.add(zone)
    return true
  } catch {
    return false
  }
}

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1
  } catch {
    return false
  }
}
