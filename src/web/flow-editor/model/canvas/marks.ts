/** How a node stands out: on the path of a run or a simulation, in the comparison of two versions, or by who left there. */
export type NodeMark =
  | 'current'
  | 'visited'
  | 'failed'
  | 'added'
  | 'removed'
  | 'changed'
  | 'faded'
  | 'dropLow'
  | 'dropSome'
  | 'dropHigh'
export type EdgeMark = 'taken' | 'added' | 'removed' | 'faded'

export interface Marks {
  nodes: ReadonlyMap<string, NodeMark>
  edges: ReadonlyMap<string, EdgeMark>
  /** Words beside a node or an edge, by its id. */
  notes?: ReadonlyMap<string, string>
}

export const NO_MARKS: Marks = { nodes: new Map(), edges: new Map() }
