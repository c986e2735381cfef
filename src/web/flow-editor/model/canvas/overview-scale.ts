import type { Position } from '../graph.ts'

export interface Box extends Position {
  width: number
  height: number
}

/** How a flow stands in its overview: flow coordinates times `scale`, plus the shift. */
export interface OverviewScale extends Position {
  scale: number
}

const MARGIN = 10

/** The smallest box around all of them; null when there is none. */
export function boundsOf(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const right = Math.max(...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** All of it in the middle of a frame. It does not depend on what is in sight, so that panning changes nothing in it. */
export function fitOverview(bounds: Box, frame: { width: number; height: number }): OverviewScale {
  const scale = Math.min(
    (frame.width - 2 * MARGIN) / Math.max(1, bounds.width),
    (frame.height - 2 * MARGIN) / Math.max(1, bounds.height),
  )
  return {
    scale,
    x: (frame.width - bounds.width * scale) / 2 - bounds.x * scale,
    y: (frame.height - bounds.height * scale) / 2 - bounds.y * scale,
  }
}

/** What of the flow is in sight, in the overview. */
export function frameInOverview(
  [x, y, zoom]: readonly [number, number, number],
  canvas: { width: number; height: number },
  overview: OverviewScale,
): Box {
  const ratio = overview.scale / zoom
  return {
    x: overview.x - x * ratio,
    y: overview.y - y * ratio,
    width: canvas.width * ratio,
    height: canvas.height * ratio,
  }
}

/** The place of the flow that a point of the overview stands for. */
export const fromOverview = (point: Position, { x, y, scale }: OverviewScale): Position => ({
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
})
