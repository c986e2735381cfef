import { loadavg } from 'node:os'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../e2e/support/browser.ts'
import { API_PREFIX } from '../src/contract/operation.ts'
import { createWorkplace } from '../test/support/service-process.ts'
import { percentile, round } from './support/statistics.ts'

/**
 * How smoothly the canvas of the flow editor is panned and a node on it dragged, in a real browser: with 500 nodes, and
 * beside it with two, which is what the machine can do at all. Prints one JSON document.
 */
const MANY = 500
const FEW = 2
const COLUMNS = 25
const MOVES = 150
const PASSWORD = 'a password for a bench'

interface Frames {
  fps: number
  p95Ms: number
}

/** A tree of questions over the whole canvas, each node with its edge. */
function buildFlow(nodes: number) {
  const id = (n: number) => `n${n}`
  return {
    version: 1,
    name: `${nodes} nodes`,
    nodes: Array.from({ length: nodes }, (_, n) => ({
      id: id(n),
      type: n === 0 ? 'trigger.keyword' : 'send.text',
      position: { x: (n % COLUMNS) * 280, y: Math.floor(n / COLUMNS) * 160 },
      data: n === 0 ? { values: ['hello'] } : { text: `Message number ${n}` },
    })),
    edges: Array.from({ length: nodes - 1 }, (_, n) => ({
      id: `e${n}`,
      source: id(n),
      sourceHandle: 'out',
      target: id(n + 1),
    })),
  }
}

/** Counts the frames that are shown while the mouse is moved. */
async function countFrames(page: Page, move: () => Promise<void>): Promise<Frames> {
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
  return { fps: round((gaps.length / lasted) * 1000), p95Ms: round(percentile(gaps, 0.95)) }
}

async function drag(page: Page, from: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let n = 0; n < MOVES; n += 1) {
    const turn = (n / MOVES) * 4 * Math.PI
    await page.mouse.move(from.x + Math.sin(turn) * 180, from.y + (1 - Math.cos(turn)) * 60)
  }
  await page.mouse.up()
}

async function measure(context: BrowserContext, nodes: number) {
  const imported = await context.request.post(`${API_PREFIX}/flows/import`, { data: buildFlow(nodes) })
  const { id } = (await imported.json()) as { id: string }
  const page = await context.newPage()
  await page.goto(`/flows/${id}/edit`)
  await page.locator('.react-flow__node').first().waitFor({ timeout: 120_000 })
  await page.waitForLoadState('networkidle')
  const pane = await page.locator('.react-flow__pane').boundingBox()
  const corner = { x: (pane?.x ?? 0) + 40, y: (pane?.y ?? 0) + (pane?.height ?? 0) / 2 }
  const pan = await countFrames(page, () => drag(page, corner))
  const node = await page.locator('.react-flow__node').first().boundingBox()
  const middle = { x: (node?.x ?? 0) + (node?.width ?? 0) / 2, y: (node?.y ?? 0) + (node?.height ?? 0) / 2 }
  const dragged = await countFrames(page, () => drag(page, middle))
  await page.close()
  return { nodes, pan, drag: dragged }
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
  await context.request.post('/api/auth/sign-in/email', {
    data: { email: 'bench@example.org', password: PASSWORD },
  })
  const few = await measure(context, FEW)
  const many = await measure(context, MANY)
  console.log(JSON.stringify({ bench: 'canvas', load: round(loadavg()[0] ?? 0), few, many }, null, 2))
} finally {
  await browser.close()
  await place.remove()
}
