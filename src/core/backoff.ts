export interface BackoffPolicy {
  firstMs: number
  maxMs: number
}

/**
 * The pause before attempt `attempt` (1 for the first retry): doubling, capped, with half of it jittered so that
 * many clients that lost the network together do not come back together. `random` is in [0, 1).
 */
export function backoffMs(policy: BackoffPolicy, attempt: number, random: number): number {
  const full = Math.min(policy.maxMs, policy.firstMs * 2 ** Math.min(attempt - 1, 30))
  return Math.round(full / 2 + (full / 2) * random)
}
