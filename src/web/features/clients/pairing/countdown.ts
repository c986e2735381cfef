/** Whole seconds until something shown to pair with is replaced; 0 when its time is over. */
export const secondsUntil = (expiresAt: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - nowMs) / 1000))
