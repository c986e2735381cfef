import type { TypebotBlock } from './document.ts'
import type { VariableNames } from './variables.ts'

/** How a block came over: the same, with a difference that `note` names, or as a place holder to be filled in. */
export type BlockStatus = 'exact' | 'changed' | 'stub'

export interface NewNode {
  type: string
  data: Record<string, unknown>
}

/** What became of a block: nodes one after the other (none: it is passed through) and the exits of the last one. */
export interface Converted {
  status: BlockStatus
  note?: string
  nodes: NewNode[]
  /** Exits that go on where the block went on. */
  exits: string[]
  /** Exits of items that may lead elsewhere; without an edge of their own they go on like the block. */
  items?: { itemId: string; handle: string }[]
  /** A menu whose bot stored the chosen label: a node after each option does so here. */
  savesLabel?: { saveAs: string; options: { id: string; label: string }[] }
  /** Goes to another group or block; nothing follows. */
  jump?: { groupId: string; blockId?: string }
}

/** What a converter knows beside its block. */
export interface ConvertContext {
  variables: VariableNames
  /** Seconds after which a question gives up, when the bot says so. */
  timeoutSec: number | undefined
}

export type Converter = (block: TypebotBlock, context: ConvertContext) => Converted

export function convertTo(
  type: string,
  data: Record<string, unknown>,
  notes: readonly string[] = [],
  exits: string[] = ['out'],
): Converted {
  return {
    ...(notes.length > 0 ? { status: 'changed', note: notes.join('; ') } : { status: 'exact' }),
    nodes: [{ type, data: withoutEmpty(data) }],
    exits,
  }
}

/** A place holder that tells webhooks what the block was, so that the path stays whole. */
export function stubFor(block: TypebotBlock, note: string): Converted {
  const event = `imported.${block.type.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`.slice(0, 64)
  const data = { event, payload: {}, label: `${block.type} (place holder)`, notes: note }
  return { status: 'stub', note, nodes: [{ type: 'webhook.emit', data }], exits: ['out'] }
}

/** The same fields without undefined ones. */
export function withoutEmpty(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}
