import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { Refusal } from '../../core/errors.ts'
import type {
  SpanNotes,
  SpanOptions,
  TraceCarrier,
  Tracing,
  TracingOptions,
  TracingPlace,
} from './tracing.ts'

/** Spans that wait for the collector at most; more are dropped, so that one that is away costs no memory. */
const MAX_WAITING_SPANS = 4_096
const EXPORT_EVERY_MS = 2_000
const EXPORT_TIMEOUT_MS = 5_000
const CLOSE_WITHIN_MS = 3_000
/** Names of statements are the longest that is told. */
const MAX_VALUE_CHARS = 512

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

interface Place {
  context: Context
  span: Span
  hasEnded: boolean
}

/** Never the message of an error, which may quote what somebody wrote. */
function nameError(error: unknown): string {
  if (error instanceof Refusal) return error.code
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.name : typeof error
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** The exporter, with a line in the log when the collector goes away and when it is back, not one for each batch. */
function createReportingExporter(inner: SpanExporter, { log, metrics }: TracingPlace): SpanExporter {
  const spans = metrics.counter(
    'trace_spans_total',
    'Spans handed to the collector, and those it did not take.',
    ['outcome'],
  )
  let isAway = false
  function note(hasWorked: boolean, count: number, error: unknown): void {
    spans.inc({ outcome: hasWorked ? 'exported' : 'lost' }, count)
    if (hasWorked === !isAway) return
    isAway = !hasWorked
    if (isAway) log.warn({ err: error }, 'traces are lost, the collector does not take them')
    else log.info({}, 'the collector takes traces again')
  }
  return {
    export(batch, done) {
      inner.export(batch, (result) => {
        note(result.code === ExportResultCode.SUCCESS, batch.length, result.error)
        done(result)
      })
    },
    shutdown: () => inner.shutdown(),
  }
}

/**
 * One decision for a whole trace, by its id: processes that share the ratio agree, and nobody outside can have every
 * call traced by saying so.
 */
function createSampler(ratio: number): ParentBasedSampler {
  const byId = new TraceIdRatioBasedSampler(ratio)
  return new ParentBasedSampler({ root: byId, remoteParentSampled: byId })
}

function createProvider(options: TracingOptions, place: TracingPlace): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  return new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': place.version,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'parley.role': place.role,
    }),
    sampler: createSampler(options.ratio),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE_CHARS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: createReportingExporter(exporter, place),
        maxQueueSize: MAX_WAITING_SPANS,
        scheduledDelayMillis: options.exportEveryMs ?? EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
}

class OtlpTracing implements Tracing {
  readonly isOn = true
  readonly #provider: TracerProvider
  readonly #tracer: Tracer
  readonly #places = new AsyncLocalStorage<Place | undefined>()
  readonly #propagator = new W3CTraceContextPropagator()

  constructor(provider: TracerProvider) {
    this.#provider = provider
    this.#tracer = provider.getTracer('parley')
  }

  span<T>(name: string, { kind, attributes = {}, from }: SpanOptions, work: (notes: SpanNotes) => T): T {
    const above = this.#places.getStore()
    const parent = this.#findParent(above, from)
    // Work that outlived the span it was begun in is not part of it any more, but came of it.
    const links = from === undefined && above?.hasEnded ? [{ context: above.span.spanContext() }] : []
    const started = { attributes: { ...attributes }, links, ...(kind && { kind: KINDS[kind] }) }
    const span = this.#tracer.startSpan(name, started, parent)
    const place = { context: trace.setSpan(parent, span), span, hasEnded: false }
    return this.#places.run(place, () => finish(place, work))
  }

  carry(): TraceCarrier | undefined {
    const place = this.#places.getStore()
    if (place === undefined || place.hasEnded) return undefined
    const carrier: Record<string, string> = {}
    this.#propagator.inject(place.context, carrier, defaultTextMapSetter)
    return carrier
  }

  detached<T>(work: () => T): T {
    return this.#places.run(undefined, work)
  }

  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_WITHIN_MS)
    })
    await Promise.race([this.#provider.shutdown().catch(() => {}), late])
    clearTimeout(timer)
  }

  #findParent(above: Place | undefined, from: TraceCarrier | undefined): Context {
    if (from !== undefined) return this.#propagator.extract(ROOT_CONTEXT, from, defaultTextMapGetter)
    return above === undefined || above.hasEnded ? ROOT_CONTEXT : above.context
  }
}

function finish<T>(place: Place, work: (notes: SpanNotes) => T): T {
  const { span } = place
  const end = (): void => {
    place.hasEnded = true
    span.end()
  }
  const fail = (error: unknown): never => {
    span.setAttribute('error.type', nameError(error))
    // What was refused as it is to be is an answer and no fault.
    if (!(error instanceof Refusal)) span.setStatus({ code: SpanStatusCode.ERROR })
    end()
    throw error
  }
  const notes: SpanNotes = {
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
  }
  let result: T
  try {
    result = work(notes)
  } catch (error) {
    return fail(error)
  }
  if (!isPromise(result)) {
    end()
    return result
  }
  // The same value, a moment later: what the caller awaits is settled when its span has ended.
  return result.then((value) => {
    end()
    return value
  }, fail) as T
}

/** Spans by OTLP over HTTP as JSON, in batches, beside the work and never in its way. */
export function createOtlpTracing(options: TracingOptions, place: TracingPlace): Tracing {
  return new OtlpTracing(createProvider(options, place))
}
