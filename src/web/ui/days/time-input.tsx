import { Clock } from 'lucide-react'
import { classes } from '../classes.ts'
import { useCalendarText } from './calendar-text.ts'
import { HALF_HOURS } from './half-hours.ts'
import { type InputParts, PickerInput } from './picker-input.tsx'

interface TimeInputProps extends InputParts {
  /** What the time is for, by which buttons of lists are told from each other. */
  name: string
  /** As `09:30`, or empty. */
  value: string
  onTime: (time: string) => void
}

/** A time of the day, typed or chosen from a list. */
export function TimeInput({ onTime, ...props }: TimeInputProps) {
  const text = useCalendarText()
  const { value } = props
  const near = HALF_HOURS.findLast((time) => time <= value)
  return (
    <PickerInput
      {...props}
      type="time"
      onValue={onTime}
      icon={<Clock aria-hidden />}
      words={{ open: text.openTimes, title: text.times }}
      panelClassName="max-h-72 overflow-y-auto p-1.5"
      panel={(close) => (
        <ul>
          {HALF_HOURS.map((time) => (
            <li key={time}>
              <button
                type="button"
                ref={(button) => {
                  if (time === near) button?.scrollIntoView({ block: 'center' })
                }}
                aria-current={time === value || undefined}
                onClick={() => {
                  onTime(time)
                  close()
                }}
                className={classes(
                  'w-full rounded-md px-4 py-1.5 text-start text-sm tabular-nums hover:bg-sunken',
                  time === value && 'bg-accent-soft font-medium',
                )}
              >
                {time}
              </button>
            </li>
          ))}
        </ul>
      )}
    />
  )
}
