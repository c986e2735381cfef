import type { StepAction } from '../decision.ts'
import type { AwaitedEffect, SecretText } from '../effects.ts'

/** A run's history keeps no more of an address, a header or a body than this. */
const MAX_SUMMARY_CHARS = 1_000

/** What a run's history tells of work it waits for: of a call the request as it goes out, with `***` for secrets. */
export function describeEffect(effect: AwaitedEffect): StepAction {
  const { kind, effectId } = effect
  if (kind !== 'http' && kind !== 'mcp') return { k: kind, effectId }
  const { method, url, headers, body } = effect.request
  const request = {
    method,
    url: shorten(url),
    headers: headers.map(({ name, value }) => ({ name, value: shorten(value) })),
    body: body === null ? null : shorten(body),
  }
  return { k: kind, effectId, request }
}

function shorten(text: SecretText): string {
  const parts = typeof text === 'string' ? [text] : text
  const whole = parts.map((part) => (typeof part === 'string' ? part : '***')).join('')
  return whole.length > MAX_SUMMARY_CHARS ? `${whole.slice(0, MAX_SUMMARY_CHARS)}…` : whole
}
