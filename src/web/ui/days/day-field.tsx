import { useId } from 'react'
import { DayInput } from './day-input.tsx'

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
      <DayInput id={id} name={label} value={value} onDay={onChange} className="w-44" />
    </div>
  )
}
