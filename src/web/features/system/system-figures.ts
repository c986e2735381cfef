const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const STEP = 1000

/** For example "52 MB". */
export function formatBytes(bytes: number, language: string): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const unit = UNITS[power] ?? 'byte'
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / STEP ** power)
}

interface Backlog {
  waiting: number
  oldestAt: string | null
}

/** An inbound event may wait for the end of a handoff, and a webhook for its receiver: those tell nothing. */
const URGENT = ['outbound', 'timers'] as const
const LONG_MS = 120_000

/** Whether what should leave at once does not. */
export function isBehind(backlog: Record<(typeof URGENT)[number], Backlog>, nowMs: number): boolean {
  return URGENT.some((kind) => {
    const { oldestAt } = backlog[kind]
    return oldestAt !== null && nowMs - Date.parse(oldestAt) > LONG_MS
  })
}
