import { useId } from 'react'
import { Input } from './field.tsx'

interface DayFieldProps {
  label: string
  /** As `2026-05-01`, or empty. */
  value: string
  onChange: (day: string) => void
}

/** A day of the calendar, with its name in front of it. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm text-ink-soft">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="w-40"
      />
    </div>
  )
}

/** When a day begins here, so many days later, in ISO 8601. */
export function startOfDay(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}
