import { z } from 'zod'
import type { FlowNode } from '../definition.ts'
import { variableName } from '../nodes/fields/text-field.ts'
import { findNodeType } from '../nodes/registry.ts'
import { inputName } from '../nodes/triggers/trigger-api.ts'

type TextKind = 'template' | 'expression' | 'formula' | 'script'

/** What is done at each place of a node's data that has to do with variables; each answers what is to stand there. */
export interface NodeVisitor {
  /** The name of a variable of this flow that the node writes. */
  name(name: string, path: string): string
  /** `names` are those that only this text can read, and are no variables. */
  text(text: string, kind: TextKind, path: string, names: readonly string[]): string
}

type Data = Readonly<Record<string, unknown>>

/** Never rendered, whatever stands in them. */
const PLAIN_KEYS: ReadonlySet<string> = new Set(['label', 'notes', 'id'])
/** By the name of the field, in data that its type refuses. */
const LOOSE_KINDS: ReadonlyMap<string, TextKind> = new Map([
  ['expr', 'expression'],
  ['formula', 'formula'],
])
const HAS_LIQUID = /\{[{%]/

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Goes through a node's data along the schema of its type. Names are found by their schema and texts by what the type
 * says of itself; of data that its type refuses, every text with `{{` in it counts as a template. Answers the same
 * data when nothing was changed.
 */
export function mapNodeData({ id, type, data }: FlowNode, visitor: NodeVisitor): Record<string, unknown> {
  const nodeType = findNodeType(type)
  if (!nodeType) return data
  const bound = nodeType.bind(id, data)
  const texts = bound.ok ? bound.node.texts : []
  const kinds = new Map<string, TextKind>(
    texts.flatMap(({ path, kind }) => (kind === 'pattern' ? [] : [[path, kind] as const])),
  )
  const namesAt = (path: string) => texts.find((field) => field.path === path)?.names ?? []
  const kindAt = (text: string, path: string): TextKind | undefined => {
    const known = kinds.get(path)
    if (known) return known
    const key = path.slice(path.lastIndexOf('.') + 1)
    if (type === 'code') return path === 'source' ? 'script' : undefined
    if (!bound.ok && LOOSE_KINDS.has(key)) return LOOSE_KINDS.get(key)
    const isLoose = !bound.ok || isListOfSide(type, path)
    return isLoose && !PLAIN_KEYS.has(key) && HAS_LIQUID.test(text) ? 'template' : undefined
  }
  const mapped = mapValue({ visitor, kindAt, namesAt }, nodeType.schema, data, '')
  return isData(mapped) ? mapped : data
}

/** A side of a condition may be a list, whose texts are rendered too. */
const isListOfSide = (type: string, path: string): boolean =>
  type === 'condition' && /\.(left|right)\./.test(path)

interface Walk {
  visitor: NodeVisitor
  kindAt: (text: string, path: string) => TextKind | undefined
  namesAt: (path: string) => readonly string[]
}

function mapValue(walk: Walk, schema: z.ZodType | undefined, value: unknown, path: string): unknown {
  const inner = unwrap(schema)
  if (typeof value === 'string') {
    if (isName(inner)) return walk.visitor.name(value, path)
    const kind = walk.kindAt(value, path)
    return kind ? walk.visitor.text(value, kind, path, walk.namesAt(path)) : value
  }
  if (Array.isArray(value)) {
    const element = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined
    const items = value.map((item: unknown, index) => mapValue(walk, element, item, join(path, index)))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  return isData(value) ? mapRecord(walk, inner, value, path) : value
}

function mapRecord(walk: Walk, schema: z.ZodType | undefined, value: Data, path: string): Data {
  const isNamed = schema instanceof z.ZodRecord && isName(unwrap(schema.keyType as z.ZodType))
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const place = join(path, key)
    // A field of the contact is no variable of the run.
    const isOthers = key === 'var' && value.scope === 'contact'
    const mapped = isOthers ? item : mapValue(walk, schemaOf(schema, key), item, place)
    return [isNamed ? walk.visitor.name(key, place) : key, mapped]
  })
  const isSame = entries.every(([key, item]) => Object.hasOwn(value, key) && value[key] === item)
  return isSame ? value : Object.fromEntries(entries)
}

function schemaOf(schema: z.ZodType | undefined, key: string): z.ZodType | undefined {
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>)[key] : undefined
}

function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
  return isWrapped ? unwrap(schema.unwrap() as z.ZodType) : schema
}

const isName = (schema: z.ZodType | undefined): boolean => schema === variableName || schema === inputName
const join = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`)
