import { z } from 'zod'
import type { Finding } from '../findings.ts'

/** The parts of a Typebot export (versions 6 and later) that mean something here; everything else is left out. */
const point = z.object({ x: z.number().catch(0), y: z.number().catch(0) }).catch({ x: 0, y: 0 })
const options = z.record(z.string(), z.unknown()).catch({})

const edgeId = z.string().optional().catch(undefined)
const itemSchema = z.looseObject({ id: z.string(), outgoingEdgeId: edgeId })
export type TypebotItem = z.infer<typeof itemSchema>

const blockSchema = z.object({
  id: z.string(),
  type: z.string(),
  outgoingEdgeId: edgeId,
  content: options.default({}),
  options: options.default({}),
  items: z.array(itemSchema).catch([]).default([]),
})
export type TypebotBlock = z.infer<typeof blockSchema>

const documentSchema = z.object({
  version: z.string(),
  name: z.string().catch('Imported flow'),
  groups: z.array(
    z.object({
      id: z.string(),
      title: z.string().catch(''),
      graphCoordinates: point,
      blocks: z.array(blockSchema),
    }),
  ),
  events: z
    .array(
      z.object({ id: z.string(), type: z.string(), outgoingEdgeId: edgeId, options: options.default({}) }),
    )
    .catch([]),
  edges: z.array(
    z.object({
      id: edgeId,
      from: z.object({
        blockId: z.string().optional(),
        itemId: z.string().optional(),
        eventId: z.string().optional(),
      }),
      to: z.object({ groupId: z.string(), blockId: z.string().optional() }),
    }),
  ),
  variables: z.array(z.object({ id: z.string(), name: z.string() })).catch([]),
  settings: options.default({}),
})
export type TypebotDocument = z.infer<typeof documentSchema>

/** Why a file is no bot that can be read. `place`: the first part of it that is missing or not what it has to be. */
export type TypebotProblem =
  | { why: 'none'; place: string }
  | { why: 'version'; version: string }
  | { why: 'no_flow'; problem: Finding }

export type TypebotReadResult =
  | { ok: true; document: TypebotDocument }
  | { ok: false; problem: TypebotProblem }

/** Reads an exported bot; versions before 6 have to be opened and exported again over there. */
export function readTypebot(input: unknown): TypebotReadResult {
  const parsed = documentSchema.safeParse(unwrap(input))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { ok: false, problem: { why: 'none', place: issue?.path.map(String).join('.') ?? '' } }
  }
  if (Number.parseInt(parsed.data.version, 10) >= 6) return { ok: true, document: parsed.data }
  const { version } = parsed.data
  return { ok: false, problem: { why: 'version', version: version.slice(0, 20) } }
}

/** The answer of Typebot's own interface has the bot under `typebot`. */
function unwrap(input: unknown): unknown {
  const { typebot } = objectOf(input)
  return typeof typebot === 'object' && typebot !== null ? typebot : input
}

/** What a block leads on from: its items, and the ways of a card. */
export function itemsOf({ items }: TypebotBlock): TypebotItem[] {
  return [...items, ...items.flatMap(waysOf)]
}

/** The buttons of a card. */
export function waysOf({ paths }: TypebotItem): (TypebotItem & { text: string })[] {
  return listOf(paths).flatMap(({ id, text, outgoingEdgeId: edge }) =>
    typeof id === 'string'
      ? [{ id, text: textOf(text), ...(typeof edge === 'string' ? { outgoingEdgeId: edge } : {}) }]
      : [],
  )
}

/** A field as text; numbers too, blank for everything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

/** A field as an object; empty for everything else. */
export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

export function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const text = textOf(value).trim()
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}
