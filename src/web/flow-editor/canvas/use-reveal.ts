import { useReactFlow } from '@xyflow/react'
import { useEffect } from 'react'
import { useCell, useEditor } from '../editor-context.tsx'
import { findNode } from '../model/graph.ts'
import { estimateSize } from '../model/layout.ts'

const AT_LEAST_ZOOM = 0.6

/** Brings the node that was asked for into the middle, and tells the editor how large cards are. */
export function useReveal(): void {
  const { store, actions, view } = useEditor()
  const { reveal } = useCell(view)
  const { setCenter, getZoom, getNodes } = useReactFlow()
  useEffect(() => {
    actions.sizes = () =>
      new Map(
        getNodes().flatMap(({ id, measured }) =>
          measured?.width && measured.height
            ? [[id, { width: measured.width, height: measured.height }] as const]
            : [],
        ),
      )
  }, [actions, getNodes])
  useEffect(() => {
    const node = reveal ? findNode(store.document, reveal.nodeId) : undefined
    if (!node) return
    const { width, height } = actions.sizes().get(node.id) ?? estimateSize(node)
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    void setCenter(node.position.x + width / 2, node.position.y + height / 2, {
      zoom: Math.max(getZoom(), AT_LEAST_ZOOM),
      duration: isCalm ? 0 : 200,
    })
  }, [reveal, store, actions, setCenter, getZoom])
}
