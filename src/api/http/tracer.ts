import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TraceCarrier, Tracing } from '../../platform/tracing/tracing.ts'

type TraceAnswer = (route: string, res: ServerResponse, work: () => Promise<void>) => Promise<void>

/** Pages are many, cheap and asked for by probes; a stream ends when its receiver does. */
const UNTRACED = new Set(['page', 'events.stream'])

function readCarrier({ headers }: IncomingMessage): TraceCarrier | undefined {
  const { traceparent, tracestate } = headers
  if (typeof traceparent !== 'string') return undefined
  return { traceparent, ...(typeof tracestate === 'string' && { tracestate }) }
}

/** A span for each call, below the caller's own when it names one by the header `traceparent`. */
export function createHttpTracer(tracing: Tracing): TraceAnswer {
  return (route, res, work) => {
    if (!tracing.isOn || UNTRACED.has(route)) return work()
    const { req } = res
    const attributes = { 'http.request.method': req.method ?? '', 'http.route': route }
    const options = { kind: 'server', attributes, from: readCarrier(req) } as const
    return tracing.span(`${req.method} ${route}`, options, async (notes) => {
      await work()
      notes.set({
        'http.response.status_code': res.statusCode,
        'parley.request_id': String(res.getHeader('x-request-id')),
      })
      if (res.statusCode >= 500) notes.fail()
    })
  }
}
