/** Colours of charts, apart from each other also for who sees few of them: they differ in lightness too, and words stand beside them. */
export const SHADES = {
  quiet: { fill: 'fill-line-strong', mark: 'bg-line-strong' },
  main: { fill: 'fill-accent', mark: 'bg-accent' },
  second: { fill: 'fill-kind-message', mark: 'bg-kind-message' },
  third: { fill: 'fill-kind-logic', mark: 'bg-kind-logic' },
} as const

export type Shade = keyof typeof SHADES
