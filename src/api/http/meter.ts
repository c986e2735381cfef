import type { ServerResponse } from 'node:http'
import type { Metrics } from '../../platform/metrics.ts'

/** A call of an operation that a request turned out to make, though its path does not name it. */
export interface InnerCall {
  operation: string
  /** Of the answer to the call; none while it is under way. */
  status?: number
}

/** Makes a request count as this call in place of its path; told again when the call was answered. */
export type NoteCall = (call: InnerCall) => void

/** Measures how long answers take; `work` resolves when the answer has been given. */
export type MeasureAnswer = (
  route: string,
  res: ServerResponse,
  work: (note: NoteCall) => Promise<void>,
) => Promise<void>

/** Answers that last as long as their receiver wants say nothing by their duration. */
const UNTIMED = new Set(['events.stream'])

/** Callers can choose codes but not classes, so that they cannot make measurements without end. */
function readStatusClass(res: ServerResponse, status = res.statusCode): string {
  return res.destroyed && !res.writableFinished ? 'gone' : `${Math.floor(status / 100)}xx`
}

/**
 * The measurements of the HTTP side. `operation` is the name of one of the interface, or what kind of page was asked for;
 * `status` is the class of the answer, `gone` when the caller hung up before its end. What an assistant calls at its one path
 * counts as the operation, with the class of what that answered, and not as the path besides.
 */
export function createHttpMeter(metrics: Metrics): MeasureAnswer {
  const durations = metrics.duration(
    'http_request_duration_seconds',
    'Time from a request to the end of its answer.',
    ['operation', 'status'],
  )
  const open = metrics.gauge('http_requests_in_flight', 'Requests that are being answered.', ['operation'])
  return async (route, res, work) => {
    const startedAt = performance.now()
    let counted: InnerCall = { operation: route }
    open.inc({ operation: route })
    try {
      await work((call) => {
        open.dec({ operation: counted.operation })
        open.inc({ operation: call.operation })
        counted = call
      })
    } finally {
      const { operation, status } = counted
      open.dec({ operation })
      const seconds = (performance.now() - startedAt) / 1000
      if (!UNTIMED.has(operation))
        durations.observe({ operation, status: readStatusClass(res, status) }, seconds)
    }
  }
}
