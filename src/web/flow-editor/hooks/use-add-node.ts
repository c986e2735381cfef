import { useCallback } from 'react'
import { useEditor } from '../editor-context.tsx'
import type { AddPlace } from '../editor-view.ts'
import { hasEntry } from '../model/canvas/node-view.ts'
import type { Position } from '../model/graph.ts'

interface FreePlace {
  kind: 'free'
  at?: Position
  /** Stands behind this node when one of its exits is free. */
  behind?: string
}

/** Adds a node where it was asked for, opens its form and brings it into sight. */
export function useAddNode(): (type: string, place: AddPlace | FreePlace) => void {
  const { store, actions, view } = useEditor()
  return useCallback(
    (type, place) => {
      const nodeId = addAt(type, place)
      view.set({ ...view.get(), adding: null, editedNode: nodeId, added: nodeId, reveal: { nodeId } })

      function addAt(nodeType: string, where: AddPlace | FreePlace): string {
        if (where.kind === 'edge') return actions.addOnEdge(where.edgeId, nodeType, where.at)
        if (where.kind === 'after') return actions.addAfter(where.exit, nodeType, where.at)
        const free = 'behind' in where && where.behind ? actions.freeExit(where.behind) : undefined
        if (free && hasEntry({ type: nodeType })) return actions.addAfter(free, nodeType)
        return actions.add(nodeType, where.at ?? freePlace())
      }

      /** Below everything that is there. */
      function freePlace(): Position {
        const { nodes } = store.document.definition
        if (nodes.length === 0) return { x: 0, y: 0 }
        const left = Math.min(...nodes.map(({ position }) => position.x))
        const bottom = Math.max(...nodes.map(({ position }) => position.y))
        return { x: left, y: bottom + 220 }
      }
    },
    [store, actions, view],
  )
}
