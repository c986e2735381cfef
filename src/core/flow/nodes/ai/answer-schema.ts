import { z } from 'zod'
import { findTextExcess, parseJsonText } from '../../../json-safety.ts'
import { type Finding, finding } from '../../findings.ts'
import { MAX_AI_SCHEMA_CHARS } from '../../limits.ts'

/**
 * What a schema of an answer may say. No patterns: they would be run by an engine that a few characters can hold up for
 * minutes. No references: they make circles.
 */
const KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
])
const MAX_DEPTH = 6
const LIMITS = { depth: 24, parts: 1_000 }

/** A JSON Schema with the check made from it. */
export interface AnswerSchema {
  /** As it is shown to the model. */
  json: Record<string, unknown>
  accepts(value: unknown): boolean
}

export type AnswerSchemaResult = { ok: true; schema: AnswerSchema } | { ok: false; problem: Finding }

/** Reads the schema of an answer, as a JSON value or as its text. The root is an object, as model servers ask for. */
export function readAnswerSchema(given: unknown): AnswerSchemaResult {
  const json = typeof given === 'string' ? readText(given) : given
  if (!isRecord(json)) return refuse(finding('SCHEMA_NO_JSON'))
  const text = JSON.stringify(json)
  if (text.length > MAX_AI_SCHEMA_CHARS || findTextExcess(text, LIMITS) !== undefined) {
    return refuse(finding('SCHEMA_TOO_LARGE', { most: MAX_AI_SCHEMA_CHARS }))
  }
  const unknown = findUnknown(json, 0)
  if (unknown !== null) return refuse(finding('SCHEMA_KEYWORD', { name: unknown }))
  if (json.type !== 'object' || !isRecord(json.properties)) return refuse(finding('SCHEMA_NO_OBJECT'))
  try {
    const check = z.fromJSONSchema(json)
    return { ok: true, schema: { json, accepts: (value) => check.safeParse(value).success } }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return refuse(finding('UNREADABLE', { why }))
  }
}

const refuse = (problem: Finding): AnswerSchemaResult => ({ ok: false, problem })

function readText(text: string): unknown {
  const parsed = parseJsonText(text)
  return parsed.ok ? parsed.value : null
}

/** The first keyword that is not allowed; null when there is none. */
function findUnknown(schema: unknown, depth: number): string | null {
  if (!isRecord(schema)) return typeof schema === 'boolean' ? null : String(schema)
  if (depth > MAX_DEPTH) return '…'
  for (const [keyword, value] of Object.entries(schema)) {
    if (!KEYWORDS.has(keyword)) return keyword
    for (const inner of innerSchemas(keyword, value)) {
      const found = findUnknown(inner, depth + 1)
      if (found !== null) return found
    }
  }
  return null
}

function innerSchemas(keyword: string, value: unknown): unknown[] {
  if (keyword === 'properties') return isRecord(value) ? Object.values(value) : [value]
  if (keyword === 'anyOf') return Array.isArray(value) ? value : [value]
  return keyword === 'items' || keyword === 'additionalProperties' ? [value] : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
