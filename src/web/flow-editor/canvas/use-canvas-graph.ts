import { applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FlowDefinition } from '../../../core/flow/index.ts'
import type { Selection } from '../model/editor-store.ts'
import type { CardNode } from './node-card.tsx'

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
    return {
      ...known,
      id: node.id,
      type: 'card',
      position: node.position,
      selected: isSelected,
      data: known?.data.node === node ? known.data : { node },
    }
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
    if (visible.length > 0) setCards((previous) => applyNodeChanges(visible, previous))
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

/** The edges as the canvas draws them. */
export function useLines(
  { edges }: Pick<FlowDefinition, 'edges'>,
  selection: Selection,
  data: {
    onInsert?: (edgeId: string, at: { x: number; y: number }) => void
    onRemove?: (edgeId: string) => void
  },
) {
  return useMemo(
    () =>
      edges.map(({ id, source, target, sourceHandle }) => ({
        id,
        source,
        target,
        sourceHandle,
        targetHandle: 'in',
        type: 'line' as const,
        selected: selection.edges.has(id),
        data,
      })),
    [edges, selection.edges, data],
  )
}
