import { type FlowNode, type FlowVariable, renameVariable } from '../../../core/flow/index.ts'
import { findConnectProblem } from './canvas/connect-rules.ts'
import { arrange, estimateSize, NODE_WIDTH, type Size } from './canvas/layout.ts'
import { exitsOf, type FirstTexts, hasEntry, mainExit, newNode } from './canvas/node-view.ts'
import { parseClipboardText, toClipboardText } from './clipboard.ts'
import type { EditorStore } from './editor-store.ts'
import {
  addNode,
  connect,
  disconnect,
  type Exit,
  edgeFrom,
  type FlowDocument,
  findNode,
  insertOnEdge,
  moveNodes,
  type NewId,
  type Position,
  pickParts,
  placeCopies,
  reach,
  removeAndReconnect,
  removeParts,
  shiftNodes,
  updateData,
} from './graph.ts'
import { declareVariable } from './variables.ts'

const GAP_X = 96
const GAP_Y = 32
const PASTE_SHIFT: Position = { x: 40, y: 40 }

/** What people do in the editor, each as one step of undo. Knows nothing of the screen but the sizes of cards. */
export class EditorActions {
  readonly store: EditorStore
  private readonly newId: NewId
  firstTexts: FirstTexts = {}
  /** Sizes of cards as the screen shows them. */
  sizes: () => ReadonlyMap<string, Size> = () => new Map()

  constructor(store: EditorStore, newId: NewId) {
    this.store = store
    this.newId = newId
  }

  add(type: string, position: Position): string {
    const node = newNode(type, this.newId(), round(position), this.firstTexts)
    this.store.change((document) => addNode(document, node), { select: [node.id] })
    return node.id
  }

  /** Adds a node behind an exit, and leads what was there on from the new node. */
  addAfter(exit: Exit, type: string, at?: Position): string {
    const { document } = this.store
    const position = at ?? this.placeAfter(document, exit.source)
    const node = newNode(type, this.newId(), round(position), this.firstTexts)
    const edge = edgeFrom(document, exit)
    this.store.change(
      (present) => {
        if (!hasEntry(node)) return addNode(present, node)
        if (edge) return insertOnEdge(present, edge.id, node, mainExit(node), this.newId)
        return connect(addNode(present, node), exit, node.id, this.newId())
      },
      { select: [node.id] },
    )
    return node.id
  }

  /** Adds a node that leads to another one, such as the trigger a flow lacks; both are one step of undo. */
  addBefore(type: string, position: Position, target: string | null): string {
    const node = newNode(type, this.newId(), round(position), this.firstTexts)
    const exit = mainExit(node)
    this.store.change(
      (document) => {
        const added = addNode(document, node)
        if (target === null || exit === undefined) return added
        return connect(added, { source: node.id, sourceHandle: exit }, target, this.newId())
      },
      { select: [node.id] },
    )
    return node.id
  }

  /** Puts a new node into an edge; a trigger or note, which no edge can enter, is put beside it. */
  addOnEdge(edgeId: string, type: string, position: Position): string {
    const node = newNode(type, this.newId(), round(position), this.firstTexts)
    this.store.change(
      (document) =>
        hasEntry(node)
          ? insertOnEdge(document, edgeId, node, mainExit(node), this.newId)
          : addNode(document, node),
      { select: [node.id] },
    )
    return node.id
  }

  /** The first exit of a node that leads nowhere yet. */
  freeExit(source: string): Exit | undefined {
    const { document } = this.store
    const node = findNode(document, source)
    return (node ? exitsOf(node) : [])
      .map(({ id }) => ({ source, sourceHandle: id }))
      .find((exit) => !edgeFrom(document, exit))
  }

  /** Leads an exit to a node when that can be; answers whether it was. */
  connect(exit: Exit, target: string): boolean {
    if (findConnectProblem(this.store.document, exit, target)) return false
    if (edgeFrom(this.store.document, exit)?.target === target) return true
    this.store.change((document) => connect(document, exit, target, this.newId()))
    return true
  }

  disconnect(exit: Exit): void {
    if (!edgeFrom(this.store.document, exit)) return
    this.store.change((document) => disconnect(document, exit))
  }

  removeSelected(): void {
    const { selection } = this.store.get()
    if (selection.nodes.size + selection.edges.size === 0) return
    this.store.change((document) => removeParts(document, selection))
  }

  /** Removes the chosen nodes one by one and closes the gaps they leave. */
  removeAndReconnect(): void {
    const { nodes } = this.store.get().selection
    if (nodes.size === 0) return
    this.store.change((document) => [...nodes].reduce(removeAndReconnect, document))
  }

  removeNode(nodeId: string): void {
    this.store.change((document) =>
      removeParts(document, { nodes: new Set([nodeId]), edges: new Set<string>() }),
    )
  }

  removeEdge(edgeId: string): void {
    this.store.change((document) =>
      removeParts(document, { nodes: new Set<string>(), edges: new Set([edgeId]) }),
    )
  }

  /** Gives a variable another name in the whole flow. */
  renameVariable(from: string, to: string): void {
    this.store.change((document) => {
      const definition = renameVariable(document.definition, from, to)
      return definition === document.definition ? document : { ...document, definition }
    })
  }

  /** Declares a variable, or changes how it is declared; typing its first value is one step of undo. */
  declare(name: string, change?: (variable: FlowVariable) => FlowVariable): void {
    this.store.change(
      (document) => ({ ...document, definition: declareVariable(document.definition, name, change) }),
      { burst: `declare ${name}` },
    )
  }

  /** Takes back what was declared of a variable; where nodes set it, it stays. */
  forgetDeclaration(name: string): void {
    this.store.change((document) => {
      const variables = document.definition.variables.filter((variable) => variable.name !== name)
      return { ...document, definition: { ...document.definition, variables } }
    })
  }

  /** The chosen nodes as text for the clipboard; undefined when none is chosen. */
  copy(): string | undefined {
    const { nodes } = this.store.get().selection
    return nodes.size > 0 ? toClipboardText(this.store.document, nodes) : undefined
  }

  /** Adds pasted nodes, around a place or beside their originals; answers how many there were. */
  paste(text: string, around?: Position): number {
    const parts = parseClipboardText(text)
    if (!parts) return 0
    this.place(parts, around ? toShift(parts.nodes, around) : PASTE_SHIFT)
    return parts.nodes.length
  }

  duplicate(): void {
    const { nodes } = this.store.get().selection
    if (nodes.size > 0) this.place(pickParts(this.store.document, nodes), PASTE_SHIFT)
  }

  move(places: ReadonlyMap<string, Position>): void {
    this.store.change((document) => moveNodes(document, places))
  }

  /** Moves the chosen nodes a little; repeated presses are one step of undo. */
  nudge(by: Position): void {
    const { nodes } = this.store.get().selection
    if (nodes.size === 0) return
    this.store.change((document) => shiftNodes(document, nodes, by), { burst: 'nudge' })
  }

  arrange(): void {
    this.store.change((document) => moveNodes(document, arrange(document, this.sizes())))
  }

  /** Sets a node's data from its form; typing into one field is one step of undo. */
  edit(nodeId: string, data: Record<string, unknown>, field: string): void {
    this.store.change(
      (document) => {
        const node = findNode(document, nodeId)
        if (!node) return document
        const exits = exitsOf({ ...node, data }).map((exit) => exit.id)
        return updateData(document, nodeId, data, exits)
      },
      { burst: `edit ${nodeId} ${field}` },
    )
  }

  selectAll(): void {
    this.store.select(this.store.document.definition.nodes.map((node) => node.id))
  }

  /** Adds to the selection every node from which it can be reached, or which can be reached from it. */
  selectAlong(way: 'before' | 'behind'): void {
    const { nodes } = this.store.get().selection
    if (nodes.size > 0) this.store.select(reach(this.store.document, nodes, way))
  }

  private place(parts: ReturnType<typeof pickParts>, by: Position): void {
    const { document } = this.store
    const placed = placeCopies(document, parts, by, this.newId)
    this.store.change(() => placed.document, { select: placed.nodeIds })
  }

  /** Right of a node, below whatever stands there already. */
  private placeAfter(document: FlowDocument, nodeId: string): Position {
    const source = findNode(document, nodeId)
    if (!source) return { x: 0, y: 0 }
    const sizes = this.sizes()
    const sizeOf = (node: FlowNode): Size => sizes.get(node.id) ?? estimateSize(node)
    const x = source.position.x + sizeOf(source).width + GAP_X
    let { y } = source.position
    const column = document.definition.nodes
      .filter(({ position }) => Math.abs(position.x - x) < NODE_WIDTH)
      .sort((a, b) => a.position.y - b.position.y)
    for (const node of column) {
      const bottom = node.position.y + sizeOf(node).height + GAP_Y
      if (node.position.y < y + 120 && bottom > y) y = bottom
    }
    return { x, y }
  }
}

const round = ({ x, y }: Position): Position => ({ x: Math.round(x), y: Math.round(y) })

function toShift(nodes: readonly FlowNode[], around: Position): Position {
  const left = Math.min(...nodes.map((node) => node.position.x))
  const top = Math.min(...nodes.map((node) => node.position.y))
  return { x: around.x - left, y: around.y - top }
}
