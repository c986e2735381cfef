import type { FlowDocument } from './graph.ts'

export interface Selection {
  nodes: ReadonlySet<string>
  edges: ReadonlySet<string>
}

export interface EditorState {
  document: FlowDocument
  selection: Selection
  canUndo: boolean
  canRedo: boolean
  /** Grows with every change of the document, so that what follows it can tell. */
  revision: number
}

export interface ChangeOptions {
  /** Changes with one key that follow each other closely are one step of undo: typing, dragging. */
  burst?: string
  select?: Iterable<string>
}

export const NOTHING_SELECTED: Selection = { nodes: new Set(), edges: new Set() }

const MAX_UNDO_STEPS = 200
/** A pause longer than this ends a burst of typing. */
const BURST_PAUSE_MS = 1_200

interface Past {
  document: FlowDocument
  selection: Selection
}

/**
 * The state of one open editor without any framework: document, selection and history. Selection is not part of
 * history, but undo brings back the one that stood at the change. `now` is a clock in milliseconds.
 */
export class EditorStore {
  private state: EditorState
  private past: Past[] = []
  private future: Past[] = []
  private burst: { key: string; at: number } | null = null
  private readonly listeners = new Set<() => void>()
  private readonly now: () => number

  constructor(document: FlowDocument, now: () => number) {
    this.state = { document, selection: NOTHING_SELECTED, canUndo: false, canRedo: false, revision: 0 }
    this.now = now
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly get = (): EditorState => this.state

  get document(): FlowDocument {
    return this.state.document
  }

  /** Changes the document; a change that answers the same document changes nothing. */
  change(make: (document: FlowDocument) => FlowDocument, { burst, select }: ChangeOptions = {}): void {
    const { document, selection } = this.state
    const next = make(document)
    const chosen = select ? { nodes: new Set(select), edges: new Set<string>() } : undefined
    if (next === document) {
      if (chosen) this.set({ selection: chosen })
      return
    }
    if (!this.continuesBurst(burst)) {
      this.past = [...this.past, { document, selection }].slice(-MAX_UNDO_STEPS)
    }
    this.burst = burst === undefined ? null : { key: burst, at: this.now() }
    this.future = []
    this.set({ document: next, selection: chosen ?? keepPresent(selection, next) })
  }

  /** Replaces everything, for example by a version that was rolled back to; can be undone. */
  replace(document: FlowDocument): void {
    this.change(() => document)
  }

  /** Begins anew with another document, without a way back. */
  reset(document: FlowDocument): void {
    this.past = []
    this.future = []
    this.burst = null
    this.set({ document, selection: NOTHING_SELECTED })
  }

  undo(): void {
    this.travel(this.past, this.future)
  }

  redo(): void {
    this.travel(this.future, this.past)
  }

  select(nodes: Iterable<string>, edges: Iterable<string> = []): void {
    const before = this.state.selection
    const selection = { nodes: keepSame(before.nodes, nodes), edges: keepSame(before.edges, edges) }
    if (selection.nodes === before.nodes && selection.edges === before.edges) return
    this.burst = null
    this.set({ selection })
  }

  private continuesBurst(burst: string | undefined): boolean {
    if (burst === undefined || this.burst?.key !== burst) return false
    return this.now() - this.burst.at < BURST_PAUSE_MS && this.past.length > 0
  }

  private travel(from: Past[], to: Past[]): void {
    const place = from.pop()
    if (!place) return
    to.push({ document: this.state.document, selection: this.state.selection })
    this.burst = null
    this.set({ document: place.document, selection: keepPresent(place.selection, place.document) })
  }

  private set(change: Partial<EditorState>): void {
    const isChanged = change.document !== undefined && change.document !== this.state.document
    this.state = {
      ...this.state,
      ...change,
      canUndo: this.past.length > 0,
      canRedo: this.future.length > 0,
      revision: this.state.revision + (isChanged ? 1 : 0),
    }
    for (const listener of this.listeners) listener()
  }
}

/** A selection without what the document does not have. */
function keepPresent(selection: Selection, { definition }: FlowDocument): Selection {
  const nodeIds = new Set(definition.nodes.map((node) => node.id))
  const edgeIds = new Set(definition.edges.map((edge) => edge.id))
  const nodes = [...selection.nodes].filter((id) => nodeIds.has(id))
  const edges = [...selection.edges].filter((id) => edgeIds.has(id))
  if (nodes.length === selection.nodes.size && edges.length === selection.edges.size) return selection
  return { nodes: new Set(nodes), edges: new Set(edges) }
}

/** The set that was there when the same things are chosen again: what is drawn by it stays as it is. */
function keepSame(before: ReadonlySet<string>, chosen: Iterable<string>): ReadonlySet<string> {
  const next = new Set(chosen)
  return next.size === before.size && [...next].every((item) => before.has(item)) ? before : next
}
