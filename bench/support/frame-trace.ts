import type { Browser, Page } from '@playwright/test'
import { round } from './statistics.ts'

/** One event of a trace of Chromium; times in microseconds. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  args?: { name?: string; data?: { frame?: string } }
}

/** What the browser was busy with while it was traced, in milliseconds for each frame it showed. */
export interface FrameCosts {
  /** Ours: what the page's own scripts took, React and the canvas library among them. */
  script: number
  style: number
  layout: number
  /** Recording what is to be drawn, and handing it on. */
  paint: number
  /** The machine's, where no graphics card draws: pixels of the layers, and layers put together. */
  raster: number
  compositing: number
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'cc', 'viz', 'toplevel']

/** Work of the page's main thread by the names of its events; what is within other work counts as what it is. */
const MAIN: Readonly<Record<string, 'script' | 'style' | 'layout' | 'paint'>> = {
  FunctionCall: 'script',
  EvaluateScript: 'script',
  EventDispatch: 'script',
  FireAnimationFrame: 'script',
  TimerFire: 'script',
  RunMicrotasks: 'script',
  MinorGC: 'script',
  MajorGC: 'script',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  HitTest: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  UpdateLayer: 'paint',
  Commit: 'paint',
}

interface Thread {
  name: string
  events: TraceEvent[]
}

function readThreads(events: readonly TraceEvent[]): Thread[] {
  const threads = new Map<string, Thread>()
  const threadOf = ({ pid, tid }: TraceEvent): Thread => {
    const known = threads.get(`${pid} ${tid}`) ?? { name: '', events: [] }
    threads.set(`${pid} ${tid}`, known)
    return known
  }
  for (const event of events) {
    if (event.ph === 'M' && event.name === 'thread_name') threadOf(event).name = event.args?.name ?? ''
    else if (event.ph === 'X' && event.dur !== undefined) threadOf(event).events.push(event)
  }
  for (const { events: own } of threads.values()) {
    own.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  }
  return [...threads.values()]
}

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur

/** Time of a thread by what it was for: each moment counts for the innermost event that says so. */
function sumMain({ events }: Thread): Map<string, number> {
  const sums = new Map<string, number>()
  const open: { event: TraceEvent; share: string | undefined }[] = []
  const add = (share: string | undefined, us: number) => {
    if (share !== undefined) sums.set(share, (sums.get(share) ?? 0) + us)
  }
  for (const event of events) {
    while (open.length > 0 && endOf(open.at(-1)?.event ?? event) <= event.ts) open.pop()
    const around = open.at(-1)?.share
    const share = MAIN[event.name] ?? around
    add(around, -(event.dur ?? 0))
    add(share, event.dur ?? 0)
    open.push({ event, share })
  }
  return sums
}

/** Time in which a thread had an event of one of these names; events within events count once. */
function sumNamed(threads: readonly Thread[], isCounted: (name: string) => boolean): number {
  let total = 0
  for (const { events } of threads) {
    let end = 0
    for (const event of events) {
      if (!isCounted(event.name) || event.ts < end) continue
      total += event.dur ?? 0
      end = endOf(event)
    }
  }
  return total
}

const busiest = (threads: readonly Thread[], name: string): Thread =>
  threads
    .filter((thread) => thread.name === name)
    .reduce<Thread>((most, thread) => (thread.events.length > most.events.length ? thread : most), {
      name,
      events: [],
    })

const isTask = (name: string): boolean => name.endsWith('RunTask')

function readCosts(events: readonly TraceEvent[], frames: number): FrameCosts {
  const threads = readThreads(events)
  const main = sumMain(busiest(threads, 'CrRendererMain'))
  const perFrame = (us: number) => round(us / 1_000 / Math.max(1, frames))
  const compositors = ['Compositor', 'VizCompositorThread'].map((name) => busiest(threads, name))
  return {
    script: perFrame(main.get('script') ?? 0),
    style: perFrame(main.get('style') ?? 0),
    layout: perFrame(main.get('layout') ?? 0),
    paint: perFrame(main.get('paint') ?? 0),
    raster: perFrame(sumNamed(threads, (name) => name === 'RasterTask')),
    compositing: perFrame(sumNamed(compositors, isTask)),
  }
}

/** Does something under a trace; `frames` tells afterwards how many were shown meanwhile. */
export async function traceFrames(
  browser: Browser,
  page: Page,
  act: () => Promise<number>,
): Promise<FrameCosts> {
  await browser.startTracing(page, { categories: CATEGORIES })
  let frames = 0
  let trace: Buffer
  try {
    frames = await act()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  return readCosts(traceEvents, frames)
}
