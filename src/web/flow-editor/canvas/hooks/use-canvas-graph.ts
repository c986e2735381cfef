import { applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FlowDefinition, FlowEdge } from '../../../../core/flow/index.ts'
import type { LineEdge } from '../edge-line.tsx'
import type { CardNode } from '../node-card.tsx'

/**
 * A card stands by `left` and `top`, for one with a transform is a world of its own to the browser, and with hundreds
 * of them each picture takes it long to put together. Only while it is dragged it has one, and moves without a layout.
 */
function withPlace(card: CardNode): CardNode {
  const { x, y } = card.position
  if (card.dragging) {
    const { style: _style, ...rest } = card
    return rest
  }
  return card.style?.left === x && card.style.top === y
    ? card
    : { ...card, style: { transform: 'none', left: x, top: y } }
}

/** Cards for the nodes of a document; a card whose node is unchanged stays the same object, so that it is not drawn again. */
function toCards(
  { nodes }: Pick<FlowDefinition, 'nodes'>,
  selected: ReadonlySet<string>,
  previous: readonly CardNode[],
): CardNode[] {
  const before = new Map(previous.map((card) => [card.id, card]))
  return nodes.map((node) => {
    const known = before.get(node.id)
    const isSelected = selected.has(node.id)
    if (known && known.data.node === node && (known.selected ?? false) === isSelected) return known
    return withPlace({
      ...known,
      id: node.id,
      type: 'card',
      position: node.position,
      selected: isSelected,
      data: known?.data.node === node ? known.data : { node },
    })
  })
}

/** Cards with the places they are dragged to; what a drag came to is told once, when it ends. */
export function useCards(definition: Pick<FlowDefinition, 'nodes'>, selected: ReadonlySet<string>) {
  const [cards, setCards] = useState<CardNode[]>(() => toCards(definition, selected, []))
  useEffect(() => {
    setCards((previous) => toCards(definition, selected, previous))
  }, [definition, selected])
  const apply = useCallback((changes: NodeChange<CardNode>[]) => {
    const visible = changes.filter(({ type }) => type === 'position' || type === 'dimensions')
    if (visible.length > 0) setCards((previous) => applyNodeChanges(visible, previous).map(withPlace))
  }, [])
  return { cards, apply }
}

/** The selection after what the canvas says of it. */
export function applySelectChanges(
  selection: ReadonlySet<string>,
  changes: readonly (NodeChange<CardNode> | EdgeChange)[],
): ReadonlySet<string> {
  const selects = changes.filter((change) => change.type === 'select')
  if (selects.length === 0) return selection
  const next = new Set(selection)
  for (const change of selects) {
    if (change.selected) next.add(change.id)
    else next.delete(change.id)
  }
  return next
}

type LineData = NonNullable<LineEdge['data']>

/** Edges as the canvas draws them; one that is unchanged stays the same object, so that it is not drawn again. */
export function useLines(
  { edges }: Pick<FlowDefinition, 'edges'>,
  selected: ReadonlySet<string>,
  data: LineData,
): LineEdge[] {
  const drawn = useRef<ReadonlyMap<FlowEdge, LineEdge>>(new Map())
  return useMemo(() => {
    const next = new Map(
      edges.map((edge) => {
        const known = drawn.current.get(edge)
        const isSame = known?.data === data && known.selected === selected.has(edge.id)
        return [edge, isSame ? known : toLine(edge, selected, data)]
      }),
    )
    drawn.current = next
    return [...next.values()]
  }, [edges, selected, data])
}

const toLine = (
  { id, source, target, sourceHandle }: FlowEdge,
  selected: ReadonlySet<string>,
  data: LineData,
): LineEdge => ({
  id,
  source,
  target,
  sourceHandle,
  targetHandle: 'in',
  type: 'line',
  selected: selected.has(id),
  data,
})
