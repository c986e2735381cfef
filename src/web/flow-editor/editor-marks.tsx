import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import { usePiece } from './editor-context.tsx'
import type { EdgeMark, Marks, NodeMark } from './model/canvas/marks.ts'
import type { ProblemIndex } from './model/find/problem-index.ts'
import type { Store } from './model/store.ts'

interface EditorMarks {
  marks: Store<Marks>
  problems: Store<ProblemIndex>
  /** Exits that have an edge, as `node exit`. */
  taken: Store<ReadonlySet<string>>
}

const Context = createContext<EditorMarks | null>(null)

/** What cards and edges show beside their own data; each reads its own piece, and is drawn again only for that. */
export function EditorMarksProvider({
  marks,
  problems,
  taken,
  children,
}: EditorMarks & { children: ReactNode }) {
  const value = useMemo(() => ({ marks, problems, taken }), [marks, problems, taken])
  return <Context value={value}>{children}</Context>
}

export function useEditorMarks(): EditorMarks {
  const value = useContext(Context)
  if (!value) throw new Error('useEditorMarks is only for what stands inside EditorMarksProvider')
  return value
}

export function useNodeMark(nodeId: string): NodeMark | undefined {
  const { marks } = useEditorMarks()
  return usePiece(
    marks,
    useCallback((all: Marks) => all.nodes.get(nodeId), [nodeId]),
  )
}

export function useEdgeMark(edgeId: string): EdgeMark | undefined {
  const { marks } = useEditorMarks()
  return usePiece(
    marks,
    useCallback((all: Marks) => all.edges.get(edgeId), [edgeId]),
  )
}

/** Words beside a node or an edge, such as how many runs passed there. */
export function useMarkNote(id: string): string | undefined {
  const { marks } = useEditorMarks()
  return usePiece(
    marks,
    useCallback((all: Marks) => all.notes?.get(id), [id]),
  )
}

export function useIsTaken(nodeId: string, exitId: string): boolean {
  const { taken } = useEditorMarks()
  return usePiece(
    taken,
    useCallback((all: ReadonlySet<string>) => all.has(`${nodeId} ${exitId}`), [nodeId, exitId]),
  )
}

export function useProblemCount(nodeId: string): { errors: number; warnings: number } {
  const { problems } = useEditorMarks()
  const list = usePiece(
    problems,
    useCallback((all: ProblemIndex) => all.byNode.get(nodeId), [nodeId]),
  )
  const errors = list?.filter((issue) => issue.severity === 'error').length ?? 0
  return { errors, warnings: (list?.length ?? 0) - errors }
}
