import type { Exit, FlowDocument, Position } from './model/graph.ts'

/** Where a node that is about to be chosen will stand. */
export type AddPlace =
  | { kind: 'free'; at?: Position }
  | { kind: 'after'; exit: Exit; at?: Position }
  | { kind: 'edge'; edgeId: string; at: Position }

/** The drawer at the right, when no node is edited there. */
export type Side = 'problems' | 'simulator' | 'versions' | 'settings' | null

/** What of the editor is open; no part of the document, and not undone. */
export interface EditorView {
  mode: 'canvas' | 'outline'
  /** The node whose form is open. */
  editedNode: string | null
  side: Side
  adding: AddPlace | null
  connecting: string | null
  isFinding: boolean
  isHelpOpen: boolean
  /** Asks the canvas to bring a node into sight; a new object asks again. */
  reveal: { nodeId: string } | null
  /** A version that is compared with the draft, in place of the canvas. */
  comparing: { number: number; document: FlowDocument } | null
}

export const FIRST_VIEW: EditorView = {
  mode: 'canvas',
  editedNode: null,
  side: null,
  adding: null,
  connecting: null,
  isFinding: false,
  isHelpOpen: false,
  reveal: null,
  comparing: null,
}
