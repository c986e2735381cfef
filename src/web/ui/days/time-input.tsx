import { Clock } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ComponentProps, useState } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { Input } from '../field.tsx'
import { useCalendarText } from './calendar-text.ts'
import { HALF_HOURS } from './half-hours.ts'

interface TimeInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'className'> {
  /** What the time is for, by which buttons of lists are told from each other. */
  name: string
  /** As `09:30`, or empty. */
  value: string
  onTime: (time: string) => void
  className?: string
}

/** A time of the day, typed or chosen from a list. Where there is no mouse, it is the browser's own field, whose picker the person knows. */
export function TimeInput({ name, value, onTime, className, ...props }: TimeInputProps) {
  const text = useCalendarText()
  const [isOpen, setOpen] = useState(false)
  const near = HALF_HOURS.findLast((time) => time <= value)
  return (
    <div className={classes('relative', className)}>
      <Input
        {...props}
        type="time"
        value={value}
        onChange={({ target }) => onTime(target.value)}
        className="pointer-fine:pe-9 pointer-fine:[&::-webkit-calendar-picker-indicator]:hidden"
      />
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button
            variant="quiet"
            size="icon"
            disabled={props.disabled}
            aria-label={text.openTimes}
            aria-description={name}
            className="absolute end-0 top-0 hidden pointer-fine:inline-flex"
          >
            <Clock aria-hidden />
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="end"
            sideOffset={6}
            aria-label={text.times}
            className="animate-appear z-50 max-h-72 overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-raised"
          >
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
                      setOpen(false)
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
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}
