export interface BackoffPolicy {
  firstMs: number
  maxMs: number
  /** How many times as long each pause is as the one before. Default 2. */
  growth?: number
}

/**
 * The pause before attempt `attempt` (1 for the first retry): growing, capped, with half of it jittered so that
 * many clients that lost the network together do not come back together. `random` is in [0, 1).
 */
export function backoffMs(policy: BackoffPolicy, attempt: number, random: number): number {
  const full = Math.min(policy.maxMs, policy.firstMs * (policy.growth ?? 2) ** Math.min(attempt - 1, 200))
  return Math.round(full / 2 + (full / 2) * random)
}
