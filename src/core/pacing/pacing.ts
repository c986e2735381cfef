/**
 * A token bucket as plain numbers: `tokens` were there at `atMs`. It refills at `ratePerSecond` up to `burst`.
 * Pure: the caller passes the time, so that tests and simulations run on any clock.
 */
export interface TokenBucket {
  readonly ratePerSecond: number
  readonly burst: number
  readonly tokens: number
  readonly atMs: number
}

export interface TakenToken {
  bucket: TokenBucket
  /** 0 when a token was taken now; otherwise nothing was taken, and one is there after this many milliseconds. */
  waitMs: number
}

/** Keeps a whole token a whole token when the refill was cut in fractions of a millisecond. */
const EPSILON = 1e-9

/** A full bucket. A rate or burst below 1 would never send anything, so 1 is the least of both. */
export function buildTokenBucket(ratePerSecond: number, burst: number, nowMs: number): TokenBucket {
  const limits = toLimits(ratePerSecond, burst)
  return { ...limits, tokens: limits.burst, atMs: nowMs }
}

/** The bucket after the time that passed. A clock that went backwards adds nothing and takes nothing. */
export function refillTokens(bucket: TokenBucket, nowMs: number): TokenBucket {
  const passedMs = Math.max(0, nowMs - bucket.atMs)
  const tokens = Math.min(bucket.burst, bucket.tokens + (passedMs * bucket.ratePerSecond) / 1000)
  return { ...bucket, tokens, atMs: nowMs }
}

/** Takes one token, or tells how long to wait for it (whole milliseconds, rounded up). */
export function takeToken(bucket: TokenBucket, nowMs: number): TakenToken {
  const filled = refillTokens(bucket, nowMs)
  if (filled.tokens >= 1 - EPSILON) {
    return { bucket: { ...filled, tokens: Math.max(0, filled.tokens - 1) }, waitMs: 0 }
  }
  const missing = 1 - filled.tokens
  return { bucket: filled, waitMs: Math.max(1, Math.ceil((missing * 1000) / filled.ratePerSecond - EPSILON)) }
}

/** Other limits from now on; what was saved up stays as far as the new burst allows. */
export function changeLimits(
  bucket: TokenBucket,
  ratePerSecond: number,
  burst: number,
  nowMs: number,
): TokenBucket {
  const limits = toLimits(ratePerSecond, burst)
  const filled = refillTokens(bucket, nowMs)
  return { ...limits, tokens: Math.min(filled.tokens, limits.burst), atMs: nowMs }
}

const toLimits = (ratePerSecond: number, burst: number) => ({
  ratePerSecond: Math.max(1, ratePerSecond),
  burst: Math.max(1, Math.floor(burst)),
})
