import type { ServerResponse } from 'node:http'
import type { Metrics } from '../platform/metrics.ts'

/** Measures how long answers take; `work` resolves when the answer has been given. */
export type MeasureAnswer = (route: string, res: ServerResponse, work: () => Promise<void>) => Promise<void>

/** Answers that last as long as their receiver wants say nothing by their duration. */
const UNTIMED = new Set(['events.stream'])

/** Callers can choose codes but not classes, so that they cannot make measurements without end. */
function readStatusClass(res: ServerResponse): string {
  return res.destroyed && !res.writableFinished ? 'gone' : `${Math.floor(res.statusCode / 100)}xx`
}

/**
 * The measurements of the HTTP side. `operation` is the name of one of the interface, or what kind of page was asked for;
 * `status` is the class of the answer, `gone` when the caller hung up before its end.
 */
export function createHttpMeter(metrics: Metrics): MeasureAnswer {
  const durations = metrics.duration(
    'http_request_duration_seconds',
    'Time from a request to the end of its answer.',
    ['operation', 'status'],
  )
  const open = metrics.gauge('http_requests_in_flight', 'Requests that are being answered.', ['operation'])
  return async (operation, res, work) => {
    const startedAt = performance.now()
    open.inc({ operation })
    try {
      await work()
    } finally {
      open.dec({ operation })
      const seconds = (performance.now() - startedAt) / 1000
      if (!UNTIMED.has(operation)) durations.observe({ operation, status: readStatusClass(res) }, seconds)
    }
  }
}
