import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, Summary } from 'prom-client'

/** From a fast query to the slowest answer a caller waits for. */
export const DURATION_BUCKETS_SEC = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

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
  ): Summary<Label>
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
    summary: (name, help, { labels, quantiles, windowSec }) =>
      new Summary({
        ...shared(name, help, labels),
        percentiles: [...quantiles],
        maxAgeSeconds: windowSec,
        ageBuckets: 5,
        pruneAgedBuckets: true,
      }),
    beforeRender: (update) => void updates.push(update),
    contentType: registry.contentType,
    async render() {
      await Promise.all(updates.map((update) => update()))
      return registry.metrics()
    },
  }
}
