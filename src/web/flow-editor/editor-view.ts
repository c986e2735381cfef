import type { Exit, FlowDocument, Position } from './model/graph.ts'

/** Where a node that is about to be chosen will stand. */
export type AddPlace =
  | { kind: 'free'; at?: Position }
  | { kind: 'after'; exit: Exit; at?: Position }
  | { kind: 'edge'; edgeId: string; at: Position }

/** The drawer at the right, when no node is edited there. */
export type Side = 'problems' | 'simulator' | 'versions' | 'settings' | 'variables' | 'missed' | null

/** What the wheel does to the canvas: with a mouse it zooms; with a trackpad two fingers move it, and a pinch zooms. */
export const WHEEL_MODES = ['mouse', 'trackpad'] as const
type WheelMode = (typeof WHEEL_MODES)[number]

/** What is done with the whole flow. */
export type FlowAction = 'publish' | 'publish_with_note' | 'export' | 'replace' | 'duplicate'

/** What of the editor is open; no part of the document, and not undone. */
export interface EditorView {
  mode: 'canvas' | 'outline'
  wheel: WheelMode
  /** The language nodes are shown in; null: the flow's main one. */
  language: string | null
  /** All texts beside their translations, in place of the canvas. */
  isTranslating: boolean
  /** The node whose form is open. */
  editedNode: string | null
  /** The node that was added last; the first field of its form takes the focus. */
  added: string | null
  side: Side
  /** The simulator opens at the tests. */
  isTestsFirst: boolean
  /** It was just made: what one does with it first stands above it. */
  isFirst: boolean
  /** The next conversation of the simulator begins by itself. */
  isOpening: boolean
  adding: AddPlace | null
  connecting: string | null
  /** The node at which the conversation of the simulator begins; another round begins it anew. */
  playFrom: { nodeId: string; round: number } | null
  isFinding: boolean
  isHelpOpen: boolean
  isMenuOpen: boolean
  /** What the command menu asks of the part of the screen that can do it; a new object asks again. */
  asked: { action: FlowAction } | null
  /** Asks the canvas to bring a node into sight; a new object asks again. */
  reveal: { nodeId: string } | null
  /** A version that is compared with the draft, in place of the canvas. */
  comparing: { number: number; document: FlowDocument } | null
  /** A version whose runs are added up, in place of the canvas. */
  analysing: { number: number; document: FlowDocument } | null
}

export const FIRST_VIEW: EditorView = {
  mode: 'canvas',
  wheel: 'mouse',
  language: null,
  isTranslating: false,
  editedNode: null,
  added: null,
  side: null,
  isTestsFirst: false,
  isFirst: false,
  isOpening: false,
  adding: null,
  connecting: null,
  playFrom: null,
  isFinding: false,
  isHelpOpen: false,
  isMenuOpen: false,
  asked: null,
  reveal: null,
  comparing: null,
  analysing: null,
}
