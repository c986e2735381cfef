import { Panel, useReactFlow, useStoreApi } from '@xyflow/react'
import { memo, type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { useTheme } from '../../app/theme.tsx'
import { useEditorText } from '../editor-text.ts'
import { estimateSize } from '../model/canvas/layout.ts'
import { groupOf } from '../model/canvas/node-view.ts'
import {
  type Box,
  boundsOf,
  fitOverview,
  frameInOverview,
  fromOverview,
} from '../model/canvas/overview-scale.ts'
import type { CardNode } from './node-card.tsx'

const FRAME = { width: 200, height: 150 }
const ZOOM_STEP = 1.2
const NOTHING: Box = { x: 0, y: 0, width: 0, height: 0 }

interface Card extends Box {
  group: ReturnType<typeof groupOf>
}

const toCard = ({ data: { node }, position, measured }: CardNode): Card => {
  const { width = 0, height = 0 } = measured?.width ? measured : estimateSize(node)
  return { ...position, width, height, group: groupOf(node.type) }
}

/** Fills a card for each node, in the colour of its group. */
function paint(canvas: HTMLCanvasElement, cards: readonly Card[]): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const density = devicePixelRatio
  Object.assign(canvas, { width: FRAME.width * density, height: FRAME.height * density })
  const { x, y, scale } = fitOverview(boundsOf(cards) ?? NOTHING, FRAME)
  const style = getComputedStyle(canvas)
  const colors = new Map(cards.map(({ group }) => [group, style.getPropertyValue(`--kind-${group}`)]))
  pen.setTransform(density * scale, 0, 0, density * scale, density * x, density * y)
  for (const card of cards) {
    pen.fillStyle = colors.get(card.group) ?? 'gray'
    pen.fillRect(card.x, card.y, card.width, card.height)
  }
}

/** Keeps the frame of what is in sight where it belongs, past React: it moves with every step of a pan. */
function useSight(cards: readonly Card[]) {
  const sight = useRef<HTMLDivElement>(null)
  const flow = useStoreApi()
  const overview = useMemo(() => fitOverview(boundsOf(cards) ?? NOTHING, FRAME), [cards])
  useEffect(() => {
    let shown = ''
    const place = () => {
      const { transform, width, height } = flow.getState()
      const box = frameInOverview(transform, { width, height }, overview)
      const next = `translate(${box.x}px, ${box.y}px)`
      if (!sight.current || next + box.width === shown) return
      shown = next + box.width
      Object.assign(sight.current.style, {
        transform: next,
        width: `${box.width}px`,
        height: `${box.height}px`,
      })
    }
    place()
    return flow.subscribe(place)
  }, [flow, overview])
  return { sight, overview }
}

/** The whole flow in small, in the corner of the canvas, with what of it is in sight. Dragging in it goes there. */
export const Overview = memo(function Overview({ nodes }: { nodes: readonly CardNode[] }) {
  const { canvas: text } = useEditorText()
  const { isDark } = useTheme()
  const { getZoom, setCenter, zoomTo } = useReactFlow()
  const canvas = useRef<HTMLCanvasElement>(null)
  const cards = useMemo(() => nodes.map(toCard), [nodes])
  const { sight, overview } = useSight(cards)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme
  useEffect(() => {
    if (canvas.current) paint(canvas.current, cards)
  }, [cards, isDark])
  const go = ({ currentTarget, clientX, clientY, buttons }: PointerEvent) => {
    if (buttons !== 1) return
    const { left, top } = currentTarget.getBoundingClientRect()
    const { x, y } = fromOverview({ x: clientX - left, y: clientY - top }, overview)
    void setCenter(x, y, { zoom: getZoom() })
  }
  return (
    <Panel
      position="bottom-right"
      className="!m-3 hidden overflow-hidden rounded-xl border border-line bg-surface shadow-soft md:block"
    >
      <div
        className="nowheel relative cursor-pointer touch-none overflow-hidden"
        style={FRAME}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          go(event)
        }}
        onPointerMove={go}
        onWheel={({ deltaY }) => void zoomTo(getZoom() * (deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP))}
      >
        <canvas ref={canvas} role="img" aria-label={text.minimap} className="size-full" />
        <div
          ref={sight}
          className="pointer-events-none absolute top-0 left-0 rounded-sm border-2 border-accent/70 bg-accent/10 will-change-transform"
        />
      </div>
    </Panel>
  )
})
