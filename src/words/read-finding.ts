import type { Finding } from '../core/flow/index.ts'
import { findings } from './en/findings.ts'

/** A problem as the interface answers it; only what the checker of flows found has a reason. */
interface AnsweredProblem {
  message: string
  reason?: unknown
  params?: unknown
}

/** The finding of an answered problem. One that has no reason, or one of a newer service, keeps its sentence. */
export function readFinding({ reason, params, message }: AnsweredProblem): Finding {
  const isKnown =
    typeof reason === 'string' &&
    (Object.hasOwn(findings.flow, reason) || Object.hasOwn(findings.field, reason))
  if (!isKnown || typeof params !== 'object' || params === null)
    return { reason: 'OTHER', params: { sentence: message } }
  return { reason, params } as Finding
}
