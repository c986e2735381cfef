import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, Summary } from 'prom-client'

/** From a fast query to the slowest answer a caller waits for. */
export const DURATION_BUCKETS_SEC = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

type Labels<Label extends string> = Readonly<Record<Label, string>>

/** Quantiles over a moving window. */
export interface WindowSummary<Label extends string> {
  observe(labels: Labels<Label>, value: number): void
  remove(labels: Labels<Label>): void
}

/** So many values wait at most to be taken into the summary. */
const MAX_GATHERED = 256

/**
 * Taking a value into a summary costs as much as checking the request it measures, and a sixth of that where many are taken one
 * after the other. So values wait until they are shown, or are many.
 */
class GatheredSummary<Label extends string> implements WindowSummary<Label> {
  readonly #summary: Summary<Label>
  readonly #windowMs: number
  #waiting: { labels: Labels<Label>; value: number; atMs: number }[] = []

  constructor(summary: Summary<Label>, windowMs: number) {
    this.#summary = summary
    this.#windowMs = windowMs
  }

  observe(labels: Labels<Label>, value: number): void {
    this.#waiting.push({ labels, value, atMs: performance.now() })
    if (this.#waiting.length === MAX_GATHERED) this.take()
  }

  remove(labels: Labels<Label>): void {
    this.take()
    this.#summary.remove(labels)
  }

  /** Those that are out of the window by now are left out. */
  take(): void {
    const sinceMs = performance.now() - this.#windowMs
    const waiting = this.#waiting
    this.#waiting = []
    for (const { labels, value, atMs } of waiting) if (atMs > sinceMs) this.#summary.observe(labels, value)
  }
}

/** The measurements of one process. Names are given without the prefix `parley_`, which all of them get. */
export interface Metrics {
  counter<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Counter<Label>
  gauge<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Gauge<Label>
  /** In seconds. */
  duration<Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
  ): Histogram<Label>
  /** Quantiles over a moving window, for things too many to keep buckets of each. */
  summary<Label extends string = never>(
    name: string,
    help: string,
    options: { labels: readonly Label[]; quantiles: readonly number[]; windowSec: number },
  ): WindowSummary<Label>
  /** Called each time before the measurements are shown, for those that are read only then. It must end by itself and not fail. */
  beforeRender(update: () => void | Promise<void>): void
  readonly contentType: string
  /** All of it in the text format of Prometheus. */
  render(): Promise<string>
}

const PREFIX = 'parley_'

/** Gauges of the library that are named like counters, which Prometheus' own checks refuse; the same without `_total` tells as much. */
const NAMED_LIKE_COUNTERS = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** `withProcess` adds memory, CPU and event loop of the process itself. */
export function createMetrics(options: { withProcess: boolean }): Metrics {
  const registry = new Registry()
  const updates: (() => void | Promise<void>)[] = []
  if (options.withProcess) {
    collectDefaultMetrics({ register: registry, prefix: PREFIX })
    for (const name of NAMED_LIKE_COUNTERS) registry.removeSingleMetric(`${PREFIX}${name}`)
  }
  const shared = <Label extends string>(name: string, help: string, labels: readonly Label[] = []) => ({
    name: `${PREFIX}${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
  })
  return {
    counter: (name, help, labels) => new Counter(shared(name, help, labels)),
    gauge: (name, help, labels) => new Gauge(shared(name, help, labels)),
    duration: (name, help, labels) =>
      new Histogram({ ...shared(name, help, labels), buckets: DURATION_BUCKETS_SEC }),
    summary: (name, help, { labels, quantiles, windowSec }) => {
      const settings = { percentiles: [...quantiles], maxAgeSeconds: windowSec, ageBuckets: 5 }
      const summary = new Summary({ ...shared(name, help, labels), ...settings, pruneAgedBuckets: true })
      const gathered = new GatheredSummary(summary, windowSec * 1_000)
      updates.push(() => gathered.take())
      return gathered
    },
    beforeRender: (update) => void updates.push(update),
    contentType: registry.contentType,
    async render() {
      await Promise.all(updates.map((update) => update()))
      return registry.metrics()
    },
  }
}
