import type { TypebotBlock } from './document.ts'
import type { TypebotNote } from './notes.ts'
import type { VariableKinds } from './variable-kinds.ts'
import type { VariableNames } from './variables.ts'

/** How a block came over: the same, with differences that its notes name, or as a place holder to be filled in. */
export type BlockStatus = 'exact' | 'changed' | 'stub'

/**
 * Where an exit of a node leads: to the next node of its block, to another one by its place, to where the block goes
 * on, to where an item leads (else where the block goes on, or nowhere), to another block, to a group, to what the bot
 * does with answers it does not understand, or nowhere.
 */
export type Exit =
  | 'next'
  | 'onward'
  | 'invalid'
  | 'end'
  | { node: number }
  | { item: string; orElse: Exit }
  | { block: string }
  | { group: string; blockId?: string }

export interface NewNode {
  type: string
  data: Record<string, unknown>
  exits: Readonly<Record<string, Exit>>
  /** Drawn beside the node before it instead of below. */
  isBeside?: true
  /** Stands in the node for who fills it in. */
  note?: TypebotNote
}

/** What became of a block: its nodes, of which the first one is where it begins (none: it is passed through). */
export interface Converted {
  status: BlockStatus
  notes: readonly TypebotNote[]
  nodes: NewNode[]
}

/** What a converter knows beside its block. */
export interface ConvertContext {
  variables: VariableNames
  kinds: VariableKinds
  /** Seconds after which a question gives up, when the bot says so. */
  timeoutSec: number | undefined
  /** True when the bot has a path of its own for answers it does not understand. */
  hasInvalidPath: boolean
  /** What is said to them otherwise. */
  retryText: string
  /** The variable that remembers where a `Return` goes back to; undefined without such blocks. */
  returnTo: string | undefined
  /** Blocks a `Return` may go back to. */
  returnPoints: readonly string[]
  /** The variable that keeps where linked parts of the bot come back to; undefined without such links. */
  comeBack: string | undefined
  /** What follows: the next block of its group, else along its edge. */
  nextBlockId: string | undefined
}

export type Converter = (block: TypebotBlock, context: ConvertContext) => Converted

/** Exits that go on, by type: a file that cannot be had or a script that fails ends nothing, as over there. */
const ONWARD: Readonly<Record<string, readonly string[]>> = {
  ask: ['reply'],
  code: ['ok', 'error'],
  http: ['ok', 'error'],
  email: ['sent', 'error'],
  'send.media': ['out', 'failed'],
  subflow: ['done', 'failed'],
  handoff: ['resumed'],
  condition: ['else'],
  ai: ['ok'],
  'wait.webhook': ['received', 'timeout'],
  'menu.list': ['chosen', 'empty'],
  goto: [],
  end: [],
  menu: [],
  split: [],
}

/** A node whose exits go to the next one, but for those named. */
export function newNode(
  type: string,
  data: Record<string, unknown>,
  exits: Readonly<Record<string, Exit>> = {},
): NewNode {
  const onward = Object.fromEntries((ONWARD[type] ?? ['out']).map((handle) => [handle, 'next' as const]))
  return { type, data: withoutEmpty(data), exits: { ...onward, ...exits } }
}

/** Nodes one after the other; exact unless there are notes. */
export function convertToNodes(nodes: NewNode[], notes: readonly (TypebotNote | null)[] = []): Converted {
  const byCode = new Map(notes.flatMap((note) => (note === null ? [] : [[note.code, note]])))
  return { status: byCode.size > 0 ? 'changed' : 'exact', notes: [...byCode.values()], nodes }
}

export function convertTo(
  type: string,
  data: Record<string, unknown>,
  notes: readonly (TypebotNote | null)[] = [],
): Converted {
  return convertToNodes([newNode(type, data)], notes)
}

/** A place holder that tells webhooks what the block was, so that the path stays whole. */
export function stubFor(
  block: TypebotBlock,
  note: TypebotNote,
  payload: Record<string, unknown> = {},
): Converted {
  const event = `imported.${block.type.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`.slice(0, 64)
  const data = { event, payload, label: `${block.type} (place holder)` }
  return { status: 'stub', notes: [note], nodes: [{ ...newNode('webhook.emit', data), note }] }
}

/** The same fields without undefined ones. */
export function withoutEmpty(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}
