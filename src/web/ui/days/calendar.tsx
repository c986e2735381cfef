import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { useLanguage } from '../../i18n/language.tsx'
import { formatDay, parseDay } from './calendar-days.ts'
import { useCalendarText } from './calendar-text.ts'

interface CalendarProps {
  /** As `2026-05-01`, or empty. */
  value: string
  /** The first and the last day that can be chosen; empty is any. */
  min: string
  max: string
  onChoose: (day: string) => void
}

const BUTTON =
  'grid size-8 place-items-center rounded-lg text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-disabled:opacity-40'

const CLASSES = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex items-center justify-between',
  button_previous: BUTTON,
  button_next: BUTTON,
  month_caption: 'grid h-8 place-items-center text-sm font-medium first-letter:uppercase',
  month_grid: 'mt-2 border-collapse',
  weekday: 'size-9 text-center text-xs font-normal text-ink-soft',
  day: 'size-9 p-0 text-center text-sm',
  day_button:
    'size-9 rounded-lg tabular-nums transition-colors hover:bg-sunken disabled:pointer-events-none disabled:opacity-40',
  selected: '[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-strong',
  today: 'font-semibold [&>button]:underline',
  outside: 'text-ink-soft',
} as const

/** Weeks begin on Monday where people of the language are used to it. */
const FIRST_DAYS: Readonly<Record<string, 0 | 1>> = { es: 1 }

const toBounds = (min: string, max: string) => {
  const [before, after] = [parseDay(min), parseDay(max)]
  return [...(before ? [{ before }] : []), ...(after ? [{ after }] : [])]
}

/** A month from which one day is chosen, by mouse or arrow keys. Loaded when it is first opened. */
export function Calendar({ value, min, max, onChoose }: CalendarProps) {
  const text = useCalendarText()
  const { tag, language } = useLanguage()
  const format = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
    new Intl.DateTimeFormat(tag, options).format(date)
  const toMonth = format({ month: 'long', year: 'numeric' })
  const toDay = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const selected = parseDay(value)
  const bounds = toBounds(min, max)
  return (
    <DayPicker
      autoFocus
      mode="single"
      showOutsideDays
      weekStartsOn={FIRST_DAYS[language] ?? 0}
      selected={selected}
      defaultMonth={selected ?? parseDay(max) ?? new Date()}
      disabled={bounds}
      onSelect={(day) => day && onChoose(formatDay(day))}
      classNames={CLASSES}
      formatters={{
        formatCaption: toMonth,
        formatWeekdayName: format({ weekday: 'narrow' }),
        formatDay: (date) => String(date.getDate()),
      }}
      labels={{
        labelNav: () => text.months,
        labelPrevious: () => text.previous,
        labelNext: () => text.next,
        labelGrid: toMonth,
        labelWeekday: format({ weekday: 'long' }),
        labelDayButton: (date, modifiers) => {
          const day = modifiers.today ? text.today(toDay(date)) : toDay(date)
          return modifiers.selected ? text.chosen(day) : day
        },
      }}
      components={{
        Chevron: ({ orientation }) =>
          orientation === 'left' ? (
            <ChevronLeft className="size-4" aria-hidden />
          ) : (
            <ChevronRight className="size-4" aria-hidden />
          ),
      }}
    />
  )
}
