import { useMemo, useRef } from 'react'

/** Tells the styles of a canvas that it is moved or that a card is dragged, without drawing anything anew. */
export function useMoving() {
  const ref = useRef<HTMLDivElement>(null)
  const handlers = useMemo(() => {
    const set = (name: string, isOn: boolean) => ref.current?.toggleAttribute(name, isOn)
    return {
      onMoveStart: () => set('data-moving', true),
      onMoveEnd: () => set('data-moving', false),
      onNodeDragStart: () => set('data-dragging', true),
    }
  }, [])
  const endDrag = useMemo(() => () => ref.current?.toggleAttribute('data-dragging', false), [])
  return { ref, handlers, endDrag }
}
