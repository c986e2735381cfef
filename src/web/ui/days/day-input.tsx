import { CalendarDays } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { Input } from '../field.tsx'
import { Skeleton } from '../messages/states.tsx'
import { useCalendarText } from './calendar-text.ts'

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

interface DayInputProps
  extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'min' | 'max' | 'className'> {
  /** What the day is for, by which buttons of calendars are told from each other. */
  name: string
  /** As `2026-05-01`, or empty. */
  value: string
  min?: string | undefined
  max?: string | undefined
  onDay: (day: string) => void
  /** Told of what was chosen from the calendar, where what is typed is kept later. */
  onChosen?: (day: string) => void
  className?: string
}

/**
 * A day of the calendar, typed or chosen from a month. Where there is no mouse, it is the browser's own field, whose picker the
 * person knows.
 */
export function DayInput({
  name,
  value,
  min = '',
  max = '',
  onDay,
  onChosen = onDay,
  className,
  ...props
}: DayInputProps) {
  const text = useCalendarText()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes('relative', className)}>
      <Input
        {...props}
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target }) => onDay(target.value)}
        className="pointer-fine:pe-10 pointer-fine:[&::-webkit-calendar-picker-indicator]:hidden"
      />
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button
            variant="quiet"
            size="icon"
            disabled={props.disabled}
            aria-label={text.open}
            aria-description={name}
            className="absolute end-0 top-0 hidden pointer-fine:inline-flex"
          >
            <CalendarDays aria-hidden />
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="end"
            sideOffset={6}
            aria-label={text.title}
            className="animate-appear z-50 rounded-xl border border-line bg-surface p-3 shadow-raised"
          >
            <Suspense fallback={<Skeleton className="h-72 w-63" />}>
              <Calendar
                value={value}
                min={min}
                max={max}
                onChoose={(day) => {
                  onChosen(day)
                  setOpen(false)
                }}
              />
            </Suspense>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}
