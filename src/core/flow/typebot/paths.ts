import type { TypebotBlock, TypebotDocument } from './document.ts'

type Group = TypebotDocument['groups'][number]
type Target = TypebotDocument['edges'][number]['to']

/** Where a path leads: to a block, or `end` where it was cut off. Undefined: there is no path of its own. */
export type Lead = { blockId: string } | 'end' | undefined

const BUBBLES: readonly string[] = ['text', 'image', 'video', 'audio', 'embed', 'location']

/**
 * How blocks follow each other in a bot. What counts is the edge a block, item or event names as its own
 * (`outgoingEdgeId`). Bots written by hand often name none, or give edges no id: those edges are found by where they begin.
 */
export class BotPaths {
  private readonly document: TypebotDocument
  private readonly groupOf = new Map<string, Group>()
  /** True when nothing names an edge as its own. */
  private readonly isByOrigin: boolean

  constructor(document: TypebotDocument) {
    this.document = document
    const blocks = document.groups.flatMap((group) => group.blocks)
    const leading = [...document.events, ...blocks, ...blocks.flatMap(({ items }) => items)]
    this.isByOrigin = leading.every(({ outgoingEdgeId }) => outgoingEdgeId === undefined)
    for (const group of document.groups) for (const block of group.blocks) this.groupOf.set(block.id, group)
  }

  /** The block an item's own edge leads to. */
  ofItem(blockId: string, item: { id: string; outgoingEdgeId?: string | undefined }): Lead {
    return this.lead(item.outgoingEdgeId, (from) => from.blockId === blockId && from.itemId === item.id)
  }

  ofEvent(event: { id: string; outgoingEdgeId?: string | undefined }): Lead {
    return this.lead(event.outgoingEdgeId, (from) => from.eventId === event.id)
  }

  /** The first block of a group, or one in its middle; `end` when there is none. */
  ofGroup(groupId: string, blockId?: string): Lead {
    return this.toBlock({ groupId, blockId })
  }

  /**
   * Where a block goes on: along its own edge, else to the next block of its group. The edge of a bubble counts at
   * the end of its group only.
   */
  after(block: TypebotBlock): Lead {
    const next = this.nextInGroup(block.id)
    if (next && BUBBLES.includes(block.type)) return { blockId: next.id }
    const own = this.lead(
      block.outgoingEdgeId,
      (from) => from.blockId === block.id && from.itemId === undefined,
    )
    return own ?? (next && { blockId: next.id })
  }

  nextInGroup(blockId: string): TypebotBlock | undefined {
    const blocks = this.groupOf.get(blockId)?.blocks ?? []
    return blocks[blocks.findIndex((block) => block.id === blockId) + 1]
  }

  /** The block that follows: the next one of the group, else along the block's edge. */
  following(block: TypebotBlock): string | undefined {
    const next = this.nextInGroup(block.id)
    if (next) return next.id
    const lead = this.after(block)
    return lead === undefined || lead === 'end' ? undefined : lead.blockId
  }

  groupTitle(blockId: string): string {
    return this.groupOf.get(blockId)?.title ?? ''
  }

  /** Blocks that something other than the block before them leads to. */
  directTargets(): Set<string> {
    const jumps = this.document.groups.flatMap(({ blocks }) => blocks.map(({ options }) => options.blockId))
    const edges = this.document.edges.map(({ to }) => to.blockId)
    return new Set([...jumps, ...edges].filter((id) => typeof id === 'string'))
  }

  private lead(
    edgeId: string | undefined,
    isFrom: (from: TypebotDocument['edges'][number]['from']) => boolean,
  ): Lead {
    if (edgeId !== undefined) {
      const edge = this.document.edges.find(({ id }) => id === edgeId)
      return edge ? this.toBlock(edge.to) : 'end'
    }
    const edge = this.document.edges.find(
      ({ id, from }) => (this.isByOrigin || id === undefined) && isFrom(from),
    )
    return edge && this.toBlock(edge.to)
  }

  /** A block that is gone leads to the last one of its group, as it does over there. */
  private toBlock({ groupId, blockId }: Target): Lead {
    const blocks = this.document.groups.find(({ id }) => id === groupId)?.blocks ?? []
    const block =
      blockId === undefined ? blocks[0] : (blocks.find(({ id }) => id === blockId) ?? blocks.at(-1))
    return block ? { blockId: block.id } : 'end'
  }
}
