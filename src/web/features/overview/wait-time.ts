const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** A time in its largest unit, as people say it: `4 min`, `1.5 hr`. */
export function formatWait(seconds: number, tag: string): string {
  const { unit, seconds: size } = UNITS.find((one) => seconds >= one.seconds) ?? {
    unit: 'second',
    seconds: 1,
  }
  const maximumFractionDigits = unit === 'hour' || unit === 'day' ? 1 : 0
  return new Intl.NumberFormat(tag, {
    ...{ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits },
  }).format(seconds / size)
}
