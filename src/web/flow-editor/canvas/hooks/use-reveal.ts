import { useReactFlow } from '@xyflow/react'
import { useEffect } from 'react'
import { useEditor, useStoreValue } from '../../editor-context.tsx'
import { estimateSize } from '../../model/canvas/layout.ts'
import { findNode } from '../../model/graph.ts'
import { motionMs } from './motion.ts'

const AT_LEAST_ZOOM = 0.6

/** Brings the node that was asked for into the middle, and tells the editor how large cards are. */
export function useReveal(): void {
  const { store, actions, view } = useEditor()
  const { reveal, editedNode } = useStoreValue(view)
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
    void setCenter(node.position.x + width / 2, node.position.y + height / 2, {
      zoom: Math.max(getZoom(), AT_LEAST_ZOOM),
      duration: motionMs(200),
    })
  }, [reveal, store, actions, setCenter, getZoom])
  // The form that opens makes the canvas narrower; the node it is about must not go out of sight by that.
  useEffect(() => {
    if (editedNode === null) return
    const frame = requestAnimationFrame(() => {
      const node = findNode(store.document, editedNode)
      if (!node || isInSight(editedNode)) return
      const { width, height } = actions.sizes().get(node.id) ?? estimateSize(node)
      void setCenter(node.position.x + width / 2, node.position.y + height / 2, {
        zoom: getZoom(),
        duration: motionMs(200),
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [editedNode, store, actions, setCenter, getZoom])
}

function isInSight(nodeId: string): boolean {
  const card = document.getElementById(`node-${nodeId}`)?.getBoundingClientRect()
  const frame = document.getElementById('editor-canvas')?.getBoundingClientRect()
  if (!card || !frame) return true
  return (
    card.left >= frame.left &&
    card.right <= frame.right &&
    card.top >= frame.top &&
    card.bottom <= frame.bottom
  )
}
