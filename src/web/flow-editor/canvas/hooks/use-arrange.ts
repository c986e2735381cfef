import { getViewportForBounds, useReactFlow } from '@xyflow/react'
import { useCallback } from 'react'
import { useEditor } from '../../editor-context.tsx'
import { estimateSize } from '../../model/canvas/layout.ts'
import { motionMs } from './motion.ts'

const PADDING = 0.15
/** Where a flow would become smaller than this to be seen whole, a part of it is shown that can be read. */
const READABLE_ZOOM = 0.5

/** Tidies up, and moves the view along: onto the whole flow, or onto the node that was chosen or stood in the middle. */
export function useArrange(): () => void {
  const { store, actions, view } = useEditor()
  const { setViewport, screenToFlowPosition } = useReactFlow()
  return useCallback(() => {
    const frame = document.getElementById('editor-canvas')?.getBoundingClientRect()
    const middle =
      frame && screenToFlowPosition({ x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 })
    const kept = middle && findKept(middle)
    actions.arrange()
    const { nodes } = store.document.definition
    if (!frame || kept === undefined) return
    const boxes = nodes.map(boxOf)
    const left = Math.min(...boxes.map(({ x }) => x))
    const top = Math.min(...boxes.map(({ y }) => y))
    const bounds = {
      x: left,
      y: top,
      width: Math.max(...boxes.map(({ x, width }) => x + width)) - left,
      height: Math.max(...boxes.map(({ y, height }) => y + height)) - top,
    }
    const whole = getViewportForBounds(bounds, frame.width, frame.height, 0, 1, PADDING)
    if (whole.zoom >= READABLE_ZOOM) void setViewport(whole, { duration: motionMs(200) })
    else view.set({ ...view.get(), reveal: { nodeId: kept } })

    function boxOf(node: (typeof nodes)[number]) {
      return { ...node.position, ...(actions.sizes().get(node.id) ?? estimateSize(node)) }
    }

    function findKept({ x, y }: { x: number; y: number }): string | undefined {
      const { document, selection } = store.get()
      const [chosen] = selection.nodes
      const nearest = document.definition.nodes
        .map((node) => ({ id: node.id, away: Math.hypot(node.position.x - x, node.position.y - y) }))
        .reduce((a, b) => (b.away < a.away ? b : a), { id: '', away: Number.POSITIVE_INFINITY })
      return chosen ?? (nearest.id || undefined)
    }
  }, [store, actions, view, setViewport, screenToFlowPosition])
}
