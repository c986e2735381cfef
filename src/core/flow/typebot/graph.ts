import type { FlowEdge, FlowNode } from '../definition.ts'
import { BARE_PROMPT } from './blocks/choices.ts'
import { toId, toNodeId } from './blocks/ids.ts'
import type { Converted, Exit, NewNode } from './converted.ts'
import { itemsOf, type TypebotBlock, type TypebotDocument } from './document.ts'
import type { BotPaths, Lead } from './paths.ts'

const ROW = 110
const COLUMN = 300
const COME_BACK = 'come-back'
const PROMPTED: readonly string[] = ['ask', 'menu', 'menu.list']
/** Questions that say what there is to answer take part in the words before them; these take none of their own. */
const SILENT: readonly string[] = [
  'text input',
  'number input',
  'email input',
  'url input',
  'phone number input',
  'date input',
  'time input',
  'rating input',
  'file input',
]

interface PlacedBlock {
  block: TypebotBlock
  converted: Converted
  ids: string[]
}

type Group = TypebotDocument['groups'][number]

/** What happens on the way to the path for answers that are not understood, for a block. */
export type InvalidPath = (block: TypebotBlock) => { var: string; value: string }[]

/**
 * Lays the converted blocks out as a graph: blocks of a group follow each other, exits lead where they led, and a
 * text right before a question becomes its prompt when nothing leads to the question alone.
 */
export class FlowGraph {
  private readonly document: TypebotDocument
  private readonly paths: BotPaths
  /** Blocks that are entered without what stands before them. */
  private readonly entered: ReadonlySet<string>
  private readonly placed = new Map<string, PlacedBlock>()
  private readonly nodes: FlowNode[] = []
  private readonly edges: FlowEdge[] = []
  private readonly triggers: { lead: Lead; id: string }[] = []
  private back: { entry: string; links: readonly TypebotBlock[] } | null = null
  private invalid: { lead: Lead; assign: InvalidPath } | null = null

  constructor(document: TypebotDocument, paths: BotPaths, entered: ReadonlySet<string>) {
    this.document = document
    this.paths = paths
    this.entered = entered
  }

  add(block: TypebotBlock, converted: Converted): void {
    const ids = converted.nodes.map((_, index) => toNodeId(block.id, index))
    this.placed.set(block.id, { block, converted, ids })
  }

  addTrigger(eventId: string, lead: Lead, { type, data }: Pick<NewNode, 'type' | 'data'>): void {
    const id = toId(`${eventId}-${this.triggers.length}`)
    this.nodes.push({ id, type, position: { x: 0, y: this.triggers.length * ROW }, data })
    this.triggers.push({ lead, id })
  }

  /** Every question leads there when its answer is not understood. */
  setInvalidPath(lead: Lead, assign: InvalidPath): void {
    this.invalid = { lead, assign }
  }

  /** What ends comes back to where a linked part was played from: `list` keeps these places, the last one first. */
  setComeBack(list: string, going: string, links: readonly TypebotBlock[]): void {
    const assign = [{ var: going, value: `{{ vars.${list} | last }}` }]
    const source = `return (vars.${list} ?? []).slice(0, -1)`
    const cases = links.map(({ id }, index) => ({
      id: `link-${index + 1}`,
      all: [{ left: `{{ vars.${going} }}`, op: 'eq', right: id }],
    }))
    const data = [{ assign }, { source, saveAs: list }, { cases }]
    for (const [index, type] of ['set', 'code', 'condition'].entries()) {
      const id = index === 0 ? COME_BACK : `${COME_BACK}-${index}`
      this.nodes.push({ id, type, position: { x: -COLUMN, y: index * ROW }, data: data[index] ?? {} })
    }
    this.connect(COME_BACK, 'out', `${COME_BACK}-1`)
    for (const handle of ['ok', 'error']) this.connect(`${COME_BACK}-1`, handle, `${COME_BACK}-2`)
    this.back = { entry: COME_BACK, links }
  }

  /** `firstQuestions` are the blocks that take the message which started the bot as their answer. */
  build(): { nodes: FlowNode[]; edges: FlowEdge[]; firstQuestions: string[] } {
    const firstQuestions: string[] = []
    for (const group of this.document.groups) {
      this.foldPrompts(group)
      this.placeGroup(group)
    }
    for (const { id, lead } of this.triggers) {
      this.connect(id, 'out', this.entryOf(lead))
      firstQuestions.push(...this.takeFirstMessage(lead))
    }
    for (const placed of this.placed.values()) {
      for (const [index, node] of placed.converted.nodes.entries()) this.connectNode(placed, node, index)
    }
    for (const [index, block] of (this.back?.links ?? []).entries()) {
      const target = this.entryOf(this.paths.after(block)) ?? this.back?.entry ?? null
      this.connect(`${COME_BACK}-2`, `case:link-${index + 1}`, target)
    }
    return { nodes: this.nodes, edges: this.edges, firstQuestions }
  }

  private foldPrompts({ blocks }: Group): void {
    for (const [index, block] of blocks.entries()) {
      const [question] = this.placed.get(block.id)?.converted.nodes ?? []
      if (question === undefined || !PROMPTED.includes(question.type)) continue
      const prompt = this.entered.has(block.id) ? null : this.takeText(blocks[index - 1])
      if (prompt !== null) question.data.prompt = prompt
      else if (question.type !== 'ask') question.data.prompt = BARE_PROMPT
    }
  }

  /** The text of a block that says just that; its node is taken out. */
  private takeText(block: TypebotBlock | undefined): string | null {
    const placed = block && this.placed.get(block.id)
    const [node, ...others] = placed?.converted.nodes ?? []
    if (!placed || node?.type !== 'send.text' || others.length > 0 || placed.block.type !== 'text')
      return null
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
      for (const [index, { type, data, isBeside }] of converted.nodes.entries()) {
        row += 1
        const position = { x: isBeside ? 20 + COLUMN : 20, y: row * ROW - 50 }
        this.nodes.push({ id: ids[index] ?? '', type, position, data, parentId })
      }
    }
  }

  /** A bot that begins with a question and no word of its own takes the message that started it as the answer. */
  private takeFirstMessage(lead: Lead): string[] {
    const entry = this.entryOf(lead)
    const [first] = [...this.placed.values()].filter(({ ids }) => ids[0] === entry)
    const [question] = first?.converted.nodes ?? []
    if (!first || question?.type !== 'ask' || question.data.prompt !== undefined) return []
    if (!SILENT.includes(first.block.type)) return []
    question.data.consumeTrigger = true
    return [first.block.id]
  }

  private connectNode(placed: PlacedBlock, node: NewNode, index: number): void {
    const source = placed.ids[index]
    if (source === undefined) return
    for (const [handle, exit] of Object.entries(node.exits)) {
      const target =
        this.targetOf(placed, exit, index) ?? (exit === 'invalid' ? null : (this.back?.entry ?? null))
      if (handle === 'target') this.aimJump(source, target)
      else this.connect(source, handle, target)
    }
  }

  /** A jump that leads nowhere ends the bot. */
  private aimJump(gotoId: string, target: string | null): void {
    const node = this.nodes.find((item) => item.id === gotoId)
    if (!node) return
    if (target === null) node.type = 'end'
    node.data = target === null ? {} : { targetNodeId: target }
  }

  private targetOf(placed: PlacedBlock, exit: Exit, index: number): string | null {
    const { block, ids } = placed
    if (exit === 'end') return null
    if (exit === 'onward') return this.entryOf(this.paths.after(block))
    if (exit === 'next') return ids[index + 1] ?? this.targetOf(placed, 'onward', index)
    if (exit === 'invalid') return this.invalidEntry(placed)
    if ('node' in exit) return ids[exit.node] ?? this.targetOf(placed, 'onward', index)
    if ('block' in exit) return this.entryOf({ blockId: exit.block })
    if ('group' in exit) return this.entryOf(this.paths.ofGroup(exit.group, exit.blockId))
    const item = itemsOf(block).find(({ id }) => id === exit.item)
    const lead = item && this.paths.ofItem(block.id, item)
    return lead === undefined ? this.targetOf(placed, exit.orElse, index) : this.entryOf(lead)
  }

  /** Where a block's answers go that are not understood: what is to be remembered is stored on the way. */
  private invalidEntry({ block, ids }: PlacedBlock): string | null {
    if (!this.invalid) return null
    const target = this.entryOf(this.invalid.lead)
    const assign = this.invalid.assign(block)
    const [first] = ids
    if (assign.length === 0 || target === null || first === undefined) return target
    const id = toId(`${block.id}-invalid`)
    if (this.nodes.some((node) => node.id === id)) return id
    const beside = this.nodes.find((node) => node.id === first)
    const position = { x: 20 + COLUMN, y: beside?.position.y ?? 0 }
    const parent = beside?.parentId === undefined ? {} : { parentId: beside.parentId }
    this.nodes.push({ id, type: 'set', position, data: { assign }, ...parent })
    this.connect(id, 'out', target)
    return id
  }

  private connect(source: string, sourceHandle: string, target: string | null): void {
    if (target === null) return
    this.edges.push({ id: `e${this.edges.length}`, source, sourceHandle, target })
  }

  /** The first node of a block, or of what follows when nothing came of it. */
  private entryOf(lead: Lead, seen = new Set<string>()): string | null {
    if (lead === undefined || lead === 'end' || seen.has(lead.blockId)) return null
    seen.add(lead.blockId)
    const placed = this.placed.get(lead.blockId)
    if (!placed) return null
    return placed.ids[0] ?? this.entryOf(this.paths.after(placed.block), seen)
  }
}
