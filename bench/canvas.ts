import { loadavg } from 'node:os'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../e2e/support/browser.ts'
import { API_PREFIX } from '../src/contract/operation.ts'
import { createWorkplace } from '../test/support/service-process.ts'
import { BARE_CANVAS_URL, serveBareCanvas } from './support/bare-canvas.ts'
import { type FrameCosts, traceFrames } from './support/frame-trace.ts'
import { percentile, round } from './support/statistics.ts'

/**
 * How smoothly the canvas of the flow editor is panned and a node on it dragged, in a real browser: with 500 nodes, all
 * of them in sight and then a few from near. Beside it, in the same run: two nodes, which is what the machine can do at
 * all, and the canvas library by itself with 500 plain boxes. Prints one JSON document.
 */
const MANY = 500
const FEW = 2
const COLUMNS = 25
const MOVES = 100
const PASSWORD = 'a password for a bench'

interface Frames {
  fps: number
  p95Ms: number
}

interface Measured extends Frames {
  /** Milliseconds for each frame, from a second run under a trace, which makes everything slower. */
  costs: FrameCosts
}

interface Point {
  x: number
  y: number
}

const placeOf = (n: number): Point => ({ x: (n % COLUMNS) * 280, y: Math.floor(n / COLUMNS) * 160 })

const edgesOf = (nodes: number) =>
  Array.from({ length: nodes - 1 }, (_, n) => ({ id: `e${n}`, source: `n${n}`, target: `n${n + 1}` }))

/** A chain of messages over the whole canvas, each node with its edge. */
function buildFlow(nodes: number) {
  return {
    version: 1,
    name: `${nodes} nodes`,
    nodes: Array.from({ length: nodes }, (_, n) => ({
      id: `n${n}`,
      type: n === 0 ? 'trigger.keyword' : 'send.text',
      position: placeOf(n),
      data: n === 0 ? { values: ['hello'] } : { text: `Message number ${n}` },
    })),
    edges: edgesOf(nodes).map((edge) => ({ ...edge, sourceHandle: 'out' })),
  }
}

/** The same as plain boxes. */
const buildBareFlow = (nodes: number) => ({
  nodes: Array.from({ length: nodes }, (_, n) => ({
    id: `n${n}`,
    position: placeOf(n),
    data: { label: `Message number ${n}` },
  })),
  edges: edgesOf(nodes),
})

/** Counts the frames that are shown while the mouse is moved. */
async function countFrames(page: Page, move: () => Promise<void>): Promise<Frames & { frames: number }> {
  await page.evaluate(`
    globalThis.benchFrames = []
    globalThis.benchRuns = true
    const tick = (at) => { benchFrames.push(at); if (benchRuns) requestAnimationFrame(tick) }
    requestAnimationFrame(tick)
  `)
  await move()
  const frames = await page.evaluate<number[]>('benchRuns = false, benchFrames')
  const gaps = frames.slice(1).map((at, n) => at - (frames[n] ?? at))
  const lasted = (frames.at(-1) ?? 0) - (frames[0] ?? 0)
  return {
    fps: round((gaps.length / lasted) * 1000),
    p95Ms: round(percentile(gaps, 0.95)),
    frames: gaps.length,
  }
}

async function drag(page: Page, from: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let n = 0; n < MOVES; n += 1) {
    const turn = (n / MOVES) * 4 * Math.PI
    await page.mouse.move(from.x + Math.sin(turn) * 180, from.y + (1 - Math.cos(turn)) * 60)
  }
  await page.mouse.up()
}

/**
 * A place on free ground and one on a node, both well within the canvas. While the canvas still moves nothing under the mouse
 * is looked for, so this waits until it rests.
 */
async function findPlaces(page: Page): Promise<{ ground: Point; node: Point }> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { ground, node } = await page.evaluate<{ ground?: Point; node?: Point }>(`(() => {
      const { left, right, top, bottom } = document.querySelector('.react-flow').getBoundingClientRect()
      const found = {}
      for (let y = top + 60; y < bottom - 220; y += 5) for (let x = left + 220; x < right - 220; x += 9) {
        const hit = document.elementFromPoint(x, y)
        if (hit?.classList.contains('react-flow__pane')) found.ground ??= { x, y }
        else if (hit?.closest('.react-flow__node') && !hit.closest('.react-flow__handle')) found.node ??= { x, y }
      }
      return found
    })()`)
    if (ground && node) return { ground, node }
    await page.waitForTimeout(100)
  }
  throw new Error('there is no free ground or no node in sight')
}

async function measureMoves(browser: Browser, page: Page) {
  const measure = async (from: Point): Promise<Measured> => {
    await drag(page, from)
    const { fps, p95Ms } = await countFrames(page, () => drag(page, from))
    const costs = await traceFrames(browser, page, async () => {
      const { frames } = await countFrames(page, () => drag(page, from))
      return frames
    })
    return { fps, p95Ms, costs }
  }
  const { ground, node } = await findPlaces(page)
  return { pan: await measure(ground), drag: await measure(node) }
}

/** All nodes in sight, then from so near that they can be read. */
async function measureFarAndNear(browser: Browser, page: Page) {
  await page.locator('.react-flow__node').first().waitFor({ timeout: 120_000 })
  await page.waitForLoadState('networkidle')
  const far = await measureMoves(browser, page)
  const canvas = await page.locator('.react-flow').boundingBox()
  const middle = {
    x: (canvas?.x ?? 0) + (canvas?.width ?? 0) / 2,
    y: (canvas?.y ?? 0) + (canvas?.height ?? 0) / 2,
  }
  await page.mouse.move(middle.x, middle.y)
  // With this key the wheel zooms whether the editor is set to a mouse or to a trackpad.
  await page.keyboard.down('Control')
  for (let turns = 0; turns < 40 && (await readZoom(page)) < 1; turns += 1) await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  return { far, near: await measureMoves(browser, page) }
}

const readZoom = (page: Page): Promise<number> =>
  page.evaluate(
    `Number(/scale\\(([\\d.]+)\\)/.exec(document.querySelector('.react-flow__viewport').style.transform)?.[1] ?? 1)`,
  )

async function openEditor(context: BrowserContext, nodes: number): Promise<Page> {
  const imported = await context.request.post(`${API_PREFIX}/flows/import`, { data: buildFlow(nodes) })
  const { id } = (await imported.json()) as { id: string }
  const page = await context.newPage()
  await page.goto(`/flows/${id}/edit`)
  return page
}

async function openBare(context: BrowserContext, size: { width: number; height: number }): Promise<Page> {
  const page = await context.newPage()
  await page.goto(BARE_CANVAS_URL)
  await page.evaluate(`showBare(${JSON.stringify(buildBareFlow(MANY))}, ${JSON.stringify(size)})`)
  return page
}

const place = createWorkplace()
const browser = await chromium.launch(await findBrowser())
try {
  const { url } = await place.start()
  await place.parley('user', 'create', '--email', 'bench@example.org', '--password', PASSWORD)
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    extraHTTPHeaders: { origin: url },
  })
  await serveBareCanvas(context)
  await context.request.post('/api/auth/sign-in/email', {
    data: { email: 'bench@example.org', password: PASSWORD },
  })
  const few = await openEditor(context, FEW)
  await few.locator('.react-flow__node').first().waitFor({ timeout: 120_000 })
  const fewMeasured = await measureMoves(browser, few)
  await few.close()
  const many = await openEditor(context, MANY)
  const manyMeasured = await measureFarAndNear(browser, many)
  const size = (await many.locator('.react-flow').boundingBox()) ?? { width: 1000, height: 700 }
  await many.close()
  const bare = await openBare(context, size)
  const bareMeasured = await measureFarAndNear(browser, bare)
  console.log(
    JSON.stringify(
      {
        bench: 'canvas',
        load: round(loadavg()[0] ?? 0),
        few: { nodes: FEW, ...fewMeasured },
        many: { nodes: MANY, ...manyMeasured },
        bare: { nodes: MANY, ...bareMeasured },
      },
      null,
      2,
    ),
  )
} finally {
  await browser.close()
  await place.remove()
}
