import { CalendarDays } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../messages/states.tsx'
import { useCalendarText } from './calendar-text.ts'
import { type InputParts, PickerInput } from './picker-input.tsx'

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

interface DayInputProps extends InputParts {
  /** What the day is for, by which buttons of calendars are told from each other. */
  name: string
  /** As `2026-05-01`, or empty. */
  value: string
  min?: string | undefined
  max?: string | undefined
  onDay: (day: string) => void
  /** Told of what was chosen from the calendar, where what is typed is kept later. */
  onChosen?: (day: string) => void
}

/** A day of the calendar, typed or chosen from a month. */
export function DayInput({ min = '', max = '', onDay, onChosen = onDay, ...props }: DayInputProps) {
  const text = useCalendarText()
  return (
    <PickerInput
      {...props}
      type="date"
      min={min || undefined}
      max={max || undefined}
      onValue={onDay}
      icon={<CalendarDays aria-hidden />}
      words={{ open: text.open, title: text.title }}
      panelClassName="p-3"
      panel={(close) => (
        <Suspense fallback={<Skeleton className="h-72 w-63" />}>
          <Calendar
            value={props.value}
            min={min}
            max={max}
            onChoose={(day) => {
              onChosen(day)
              close()
            }}
          />
        </Suspense>
      )}
    />
  )
}
