import type { Catalogue } from './en/index.ts'

const STEPS: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
]

const RELATIVE_FOR_SECONDS = 7 * 86_400
const NOW_SECONDS = 45

/** Days may be an hour longer or shorter. */
const startOfDay = (at: Date): number => new Date(at).setHours(0, 0, 0, 0)

/** Words for moments in a language: near ones by distance, others by date. Takes long to make: once, not for each row. */
export function createDates(tag: string, text: Catalogue) {
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' })
  const full = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' })
  const minute = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short' })
  return {
    /** For example "3 hours ago" or "12 Nov 2026". */
    ago(iso: string): string {
      const passed = (Date.now() - Date.parse(iso)) / 1000
      if (passed < NOW_SECONDS) return text.shell.justNow
      if (passed > RELATIVE_FOR_SECONDS) return date.format(new Date(iso))
      const step = STEPS.find(({ seconds }) => passed >= seconds) ?? { unit: 'minute' as const, seconds: 60 }
      return relative.format(-Math.max(1, Math.round(passed / step.seconds)), step.unit)
    },
    /** For example "16:26", "tomorrow 09:00" or "12 Nov 2026 09:00". */
    near(iso: string): string {
      const at = new Date(iso)
      const days = Math.round((startOfDay(at) - startOfDay(new Date())) / 86_400_000)
      if (days === 0) return time.format(at)
      const day = Math.abs(days) === 1 ? relative.format(days, 'day') : date.format(at)
      return `${day} ${time.format(at)}`
    },
    exact: (iso: string): string => full.format(new Date(iso)),
    /** For example "12 Nov 2026, 09:00". */
    minute: (iso: string): string => minute.format(new Date(iso)),
    date: (iso: string): string => date.format(new Date(iso)),
    time: (iso: string): string => time.format(new Date(iso)),
  }
}

export type Dates = ReturnType<typeof createDates>
