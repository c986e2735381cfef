import { noTracing, type Tracing, type TracingOptions, type TracingPlace } from './tracing.ts'

/** Spans for the collector that is named; none, and at no cost, where there is none. */
export async function openTracing(
  options: TracingOptions | undefined,
  place: TracingPlace,
): Promise<Tracing> {
  if (options === undefined) return noTracing
  const { createOtlpTracing } = await import('./otlp-tracing.ts')
  return createOtlpTracing(options, place)
}
