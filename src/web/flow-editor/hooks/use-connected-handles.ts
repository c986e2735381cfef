import { useEffect, useState } from 'react'
import { useEditor } from '../editor-context.tsx'
import type { FlowDocument } from '../model/graph.ts'
import { createStore, type Store } from '../model/store.ts'

export const listTaken = ({ definition: { edges } }: FlowDocument): ReadonlySet<string> =>
  new Set(edges.map((edge) => `${edge.source} ${edge.sourceHandle}`))

/** The exits that have an edge, following the document. */
export function useConnectedHandles(): Store<ReadonlySet<string>> {
  const { store } = useEditor()
  const [taken] = useState(() => createStore(listTaken(store.document)))
  useEffect(() => {
    let { edges } = store.document.definition
    return store.subscribe(() => {
      const present = store.document
      if (present.definition.edges === edges) return
      edges = present.definition.edges
      taken.set(listTaken(present))
    })
  }, [store, taken])
  return taken
}
