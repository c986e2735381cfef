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

/**
 * A schema of somebody else without what ours may not say. It allows more than theirs does, so they have to check for themselves; null
 * where nothing is left that a model could be held to.
 */
export function loosenSchema(given: unknown): {
  schema: Record<string, unknown> | null
  isLoosened: boolean
} {
  const dropped = { count: 0 }
  const loose = loosen(given, 0, dropped)
  const root = isRecord(loose) ? { ...loose, properties: loose.properties ?? {} } : null
  const read = root === null ? null : readAnswerSchema(root)
  return { schema: read?.ok ? read.schema.json : null, isLoosened: dropped.count > 0 }
}

/** Says nothing about what it means, and needs no word when it goes. */
const REMARKS: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  'default',
  'examples',
  'deprecated',
])

function loosen(schema: unknown, depth: number, dropped: { count: number }): unknown {
  if (!isRecord(schema)) return schema
  if (depth > MAX_DEPTH) {
    dropped.count += 1
    return {}
  }
  const inside = (inner: unknown) => loosen(inner, depth + 1, dropped)
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
      // Who fits one alone fits one at least.
      const keyword = name === 'oneOf' && schema.anyOf === undefined ? 'anyOf' : name
      if (!KEYWORDS.has(keyword)) {
        if (!REMARKS.has(name)) dropped.count += 1
        return []
      }
      return [[keyword, mapInner(keyword, value, inside)]]
    }),
  )
}

function mapInner(keyword: string, value: unknown, inside: (inner: unknown) => unknown): unknown {
  if (keyword === 'properties' && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inside(inner)]))
  if (keyword === 'anyOf' && Array.isArray(value)) return value.map(inside)
  return keyword === 'items' || keyword === 'additionalProperties' ? inside(value) : value
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
