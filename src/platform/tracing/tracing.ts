import type { Log } from '../logger.ts'
import type { Metrics } from '../metrics.ts'

/**
 * What a span may say. Ids, names out of the code, numbers: nothing that a person wrote, no address of one and nothing
 * that opens anything. A new name belongs here only when that holds for all its values.
 */
export type TraceAttribute =
  | 'http.request.method'
  | 'http.route'
  | 'http.response.status_code'
  | 'db.system.name'
  | 'parley.statements'
  | 'parley.attempts'
  | 'parley.request_id'
  | 'parley.client_id'
  | 'parley.command'
  | 'parley.command_id'
  | 'parley.message_id'
  | 'parley.bytes'
  | 'parley.outcome'
  | 'parley.run_ids'
  | 'parley.events'
  | 'parley.event_type'
  | 'parley.transitions'
  | 'parley.sends'
  | 'parley.effects'

export type TraceAttributes = { readonly [Name in TraceAttribute]?: string | number }

/** The headers of W3C Trace Context: what takes a trace to another process. */
export type TraceCarrier = Readonly<Record<string, string>>

export interface SpanOptions {
  /** `server`: asked by another process. `client`: asks one. Default: neither. */
  readonly kind?: 'server' | 'client'
  readonly attributes?: TraceAttributes
  /** The caller's trace; without it, the one this code runs in. */
  readonly from?: TraceCarrier | undefined
}

/** What is learned about a span while it lasts. */
export interface SpanNotes {
  set(attributes: TraceAttributes): void
  /** It came to nothing, though nothing was thrown. */
  fail(): void
}

/** Spans of one process. Work is done exactly alike whether they are kept or not. */
export interface Tracing {
  readonly isOn: boolean
  /**
   * Does the work inside of a span, which ends when the work has: spans begun meanwhile are below it. Work that goes on
   * after its span has ended begins traces of its own, with a link to it.
   */
  span<T>(name: string, options: SpanOptions, work: (notes: SpanNotes) => T): T
  /** The trace this code runs in, for another process; undefined outside of any. */
  carry(): TraceCarrier | undefined
  /** Does work that belongs to no trace, though it is started inside of one: long-lived things. */
  detached<T>(work: () => T): T
  /** Hands over what is left, for a few seconds at most. */
  close(): Promise<void>
}

const noNotes: SpanNotes = { set() {}, fail() {} }

/** What there is without a collector: nothing is kept and nothing of OpenTelemetry is loaded. */
export const noTracing: Tracing = {
  isOn: false,
  span: (_name, _options, work) => work(noNotes),
  carry: () => undefined,
  detached: (work) => work(),
  async close() {},
}

export interface TracingOptions {
  /** Where a collector takes OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The part of traces that is kept, 0 to 1. */
  readonly ratio: number
  /** Default: 2 seconds. */
  readonly exportEveryMs?: number
}

export interface TracingPlace {
  readonly role: string
  readonly version: string
  readonly log: Log
  readonly metrics: Metrics
}
