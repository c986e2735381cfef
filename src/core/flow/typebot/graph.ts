import type { FlowEdge, FlowNode } from '../definition.ts'
import type { Converted, NewNode } from './converted.ts'
import type { TypebotBlock, TypebotDocument } from './document.ts'

const ROW = 110
const COLUMN = 300

interface PlacedBlock {
  block: TypebotBlock
  converted: Converted
  ids: string[]
}

type Group = TypebotDocument['groups'][number]

/**
 * Lays the converted blocks out as a graph: blocks of a group follow each other, edges lead where they led, and a
 * text right before a question becomes its prompt.
 */
export class FlowGraph {
  private readonly document: TypebotDocument
  private readonly placed = new Map<string, PlacedBlock>()
  private readonly groupOf = new Map<string, Group>()
  private readonly nodes: FlowNode[] = []
  private readonly edges: FlowEdge[] = []
  private readonly triggers: { eventId: string; id: string }[] = []
  private invalidEventId: string | null = null

  constructor(document: TypebotDocument) {
    this.document = document
    for (const group of document.groups) for (const block of group.blocks) this.groupOf.set(block.id, group)
  }

  add(block: TypebotBlock, converted: Converted): void {
    const ids = converted.nodes.map((_, index) => toId(index === 0 ? block.id : `${block.id}-${index}`))
    this.placed.set(block.id, { block, converted, ids })
  }

  addTrigger(eventId: string, { type, data }: NewNode): void {
    const id = toId(`${eventId}-${this.triggers.length}`)
    this.nodes.push({ id, type, position: { x: 0, y: this.triggers.length * ROW }, data })
    this.triggers.push({ eventId, id })
  }

  /** Every question leads there when its answer is not understood. */
  connectInvalid(eventId: string): void {
    this.invalidEventId = eventId
  }

  build(): { nodes: FlowNode[]; edges: FlowEdge[] } {
    for (const group of this.document.groups) {
      this.foldPrompts(group)
      this.placeGroup(group)
    }
    for (const { eventId, id } of this.triggers) this.connect(id, 'out', this.targetOfEvent(eventId))
    for (const placed of this.placed.values()) this.connectBlock(placed)
    return { nodes: this.nodes, edges: this.edges }
  }

  private foldPrompts({ blocks }: Group): void {
    for (const [index, block] of blocks.entries()) {
      const [question] = this.placed.get(block.id)?.converted.nodes ?? []
      if (question?.type !== 'menu' && question?.type !== 'ask') continue
      const said = this.takeText(blocks[index - 1])
      const own = typeof question.data.prompt === 'string' ? question.data.prompt : ''
      const prompt = [said ?? '', own].filter((text) => text !== '').join('\n')
      if (prompt !== '') question.data.prompt = prompt
      else if (question.type === 'menu') question.data.prompt = '👇'
    }
  }

  /** The text of a block that says something and goes on to the next one; its node is taken out. */
  private takeText(block: TypebotBlock | undefined): string | null {
    const placed = block && this.placed.get(block.id)
    const [node] = placed?.converted.nodes ?? []
    if (!placed || node?.type !== 'send.text' || this.edgeFrom(placed.block.id)) return null
    placed.converted = { ...placed.converted, nodes: [] }
    placed.ids = []
    return String(node.data.text)
  }

  /** A group is a note around its nodes: seen, never run. */
  private placeGroup(group: Group): void {
    const { x, y } = group.graphCoordinates
    const placed = group.blocks.flatMap((block) => this.placed.get(block.id) ?? [])
    const count = placed.reduce((sum, item) => sum + item.ids.length, 0)
    if (count === 0) return
    const parentId = toId(`g-${group.id}`)
    this.nodes.push({
      id: parentId,
      type: 'note',
      position: { x: x + COLUMN, y },
      data: { text: group.title },
      width: COLUMN - 20,
      height: (count + 1) * ROW,
    })
    let row = 0
    for (const { converted, ids } of placed) {
      for (const [index, { type, data }] of converted.nodes.entries()) {
        row += 1
        this.nodes.push({
          id: ids[index] ?? '',
          type,
          position: { x: 20, y: row * ROW - 50 },
          data,
          parentId,
        })
      }
    }
  }

  private connectBlock(placed: PlacedBlock): void {
    const { block, converted, ids } = placed
    for (const [index, id] of ids.slice(0, -1).entries()) {
      const handle = converted.nodes[index]?.type === 'ask' ? 'reply' : 'out'
      this.connect(id, handle, ids[index + 1] ?? null)
    }
    const last = ids.at(-1)
    if (last === undefined) return
    if (converted.jump) return this.aimJump(last, this.targetOf(converted.jump))
    const onward = this.follow(block.id)
    for (const handle of converted.exits) this.connect(last, handle, onward)
    for (const { itemId, handle } of converted.items ?? []) {
      const target = this.targetOf(this.edgeFrom(block.id, itemId)) ?? onward
      this.connect(last, handle, this.saveLabel(last, handle, converted, target))
    }
    this.connectWrongAnswer(placed)
  }

  private aimJump(gotoId: string, target: string | null): void {
    const node = this.nodes.find((item) => item.id === gotoId)
    if (node) node.data = { targetNodeId: target ?? 'nowhere' }
  }

  private connectWrongAnswer({ converted, ids }: PlacedBlock): void {
    const [first] = converted.nodes
    const [id] = ids
    if (this.invalidEventId === null || id === undefined) return
    if (first?.type !== 'ask' && first?.type !== 'menu') return
    this.connect(id, 'invalid', this.targetOfEvent(this.invalidEventId))
  }

  /** Puts a node behind an option that stores its label, as the bot did; answers where the option leads now. */
  private saveLabel(
    menuId: string,
    handle: string,
    { savesLabel }: Converted,
    target: string | null,
  ): string | null {
    const option = savesLabel?.options.find(({ id }) => `opt:${id}` === handle)
    if (!savesLabel || !option) return target
    const menu = this.nodes.find((node) => node.id === menuId)
    const id = toId(`${menuId}-${option.id}`)
    this.nodes.push({
      id,
      type: 'set',
      position: { x: (menu?.position.x ?? 0) + COLUMN, y: (menu?.position.y ?? 0) + this.nodes.length },
      data: { assign: [{ var: savesLabel.saveAs, value: option.label }] },
      ...(menu?.parentId === undefined ? {} : { parentId: menu.parentId }),
    })
    this.connect(id, 'out', target)
    return id
  }

  private connect(source: string, sourceHandle: string, target: string | null): void {
    if (target === null) return
    this.edges.push({ id: `e${this.edges.length}`, source, sourceHandle, target })
  }

  private edgeFrom(
    blockId: string,
    itemId?: string,
  ): { groupId: string; blockId?: string | undefined } | undefined {
    return this.document.edges.find(({ from }) => from.blockId === blockId && from.itemId === itemId)?.to
  }

  private targetOfEvent(eventId: string): string | null {
    return this.targetOf(this.document.edges.find(({ from }) => from.eventId === eventId)?.to)
  }

  private targetOf(
    to: { groupId: string; blockId?: string | undefined } | undefined,
    seen = new Set<string>(),
  ): string | null {
    const group = to && this.document.groups.find((item) => item.id === to.groupId)
    const first = to?.blockId ?? group?.blocks[0]?.id
    return first === undefined ? null : this.entryOf(first, seen)
  }

  /** The first node of a block, or of what follows when nothing came of it. */
  private entryOf(blockId: string, seen: Set<string>): string | null {
    if (seen.has(blockId)) return null
    seen.add(blockId)
    return this.placed.get(blockId)?.ids[0] ?? this.follow(blockId, seen)
  }

  /** Where a block goes on: its own edge, else the next block of its group. */
  private follow(blockId: string, seen = new Set<string>()): string | null {
    const edge = this.edgeFrom(blockId)
    if (edge) return this.targetOf(edge, seen)
    const blocks = this.groupOf.get(blockId)?.blocks ?? []
    const next = blocks[blocks.findIndex((block) => block.id === blockId) + 1]
    return next ? this.entryOf(next.id, seen) : null
  }
}

function toId(id: string): string {
  const plain = id.replace(/[^A-Za-z0-9_-]/g, '_')
  return plain.length <= 64 ? plain : `${plain.slice(0, 40)}${plain.slice(-24)}`
}
