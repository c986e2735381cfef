import { describe, expect, it } from 'vitest'
import { boundsOf, fitOverview, frameInOverview, fromOverview } from './overview-scale.ts'

const FRAME = { width: 200, height: 150 }

describe('the overview of a flow', () => {
  const bounds = boundsOf([
    { x: -100, y: 0, width: 200, height: 100 },
    { x: 1_600, y: 500, width: 200, height: 100 },
  ])

  it('holds all of it, in the middle, whatever is in sight', () => {
    expect(bounds).toEqual({ x: -100, y: 0, width: 1_900, height: 600 })
    const overview = fitOverview(bounds ?? { x: 0, y: 0, width: 0, height: 0 }, FRAME)
    expect(overview.scale).toBeCloseTo(180 / 1_900)
    expect(-100 * overview.scale + overview.x).toBeCloseTo(10)
    expect(300 * overview.scale + overview.y).toBeCloseTo(75)
  })

  it('of nothing, and of one card, is no division by nothing', () => {
    expect(boundsOf([])).toBeNull()
    expect(Number.isFinite(fitOverview({ x: 5, y: 5, width: 0, height: 0 }, FRAME).x)).toBe(true)
  })

  it('shows what is in sight, and leads to the place under the pointer', () => {
    const overview = { x: 10, y: 20, scale: 0.1 }
    const sight = frameInOverview([-500, -1_000, 0.5], { width: 1_000, height: 800 }, overview)
    expect(sight).toEqual({ x: 110, y: 220, width: 200, height: 160 })
    expect(fromOverview({ x: 110, y: 220 }, overview)).toEqual({ x: 1_000, y: 2_000 })
  })
})
