/** How long a movement takes: no time at all for those who asked their system for less motion. */
export function motionMs(ms: number): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms
}
