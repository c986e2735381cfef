import type { FlowDocument, Position } from '../graph.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

const VECTORS: Readonly<Record<Direction, Position>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/** The nearest node in a direction, what lies aside counting for more than what lies ahead; undefined: none is there. */
export function findNeighbour(
  document: FlowDocument,
  fromId: string,
  direction: Direction,
): string | undefined {
  const { nodes } = document.definition
  const from = nodes.find((node) => node.id === fromId)
  if (!from) return nodes[0]?.id
  const vector = VECTORS[direction]
  let best: { id: string; cost: number } | undefined
  for (const { id, position } of nodes) {
    const [dx, dy] = [position.x - from.position.x, position.y - from.position.y]
    const ahead = dx * vector.x + dy * vector.y
    const aside = Math.abs(dx * vector.y) + Math.abs(dy * vector.x)
    if (id === fromId || ahead <= 0 || aside > ahead * 4) continue
    const cost = ahead + aside * 2
    if (!best || cost < best.cost) best = { id, cost }
  }
  return best?.id
}
