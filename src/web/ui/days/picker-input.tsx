import { Popover } from 'radix-ui'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { Input } from '../field.tsx'

/** What a field has beside its value, which a picker passes on. */
export interface InputParts
  extends Omit<
    ComponentProps<'input'>,
    'type' | 'name' | 'value' | 'onChange' | 'min' | 'max' | 'className' | 'children'
  > {
  className?: string
}

interface PickerInputProps extends InputParts {
  type: 'date' | 'time'
  /** What it is for, by which buttons of lists are told from each other. */
  name: string
  value: string
  onValue: (value: string) => void
  icon: ReactNode
  words: { open: string; title: string }
  /** Of what opens. */
  panelClassName: string
  /** What is chosen from; `close` is called with a choice. */
  panel: (close: () => void) => ReactNode
  min?: string | undefined
  max?: string | undefined
}

/** Typed, or chosen from what opens beside it. Where there is no mouse, it is the browser's own field, whose picker the person knows. */
export function PickerInput({
  name,
  onValue,
  icon,
  words,
  panelClassName,
  panel,
  className,
  ...props
}: PickerInputProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes('relative', className)}>
      <Input
        {...props}
        onChange={({ target }) => onValue(target.value)}
        className="pointer-fine:pe-10 pointer-fine:[&::-webkit-calendar-picker-indicator]:hidden"
      />
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button
            variant="quiet"
            size="icon"
            disabled={props.disabled}
            aria-label={words.open}
            aria-description={name}
            className="absolute end-0 top-0 hidden pointer-fine:inline-flex"
          >
            {icon}
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="end"
            sideOffset={6}
            aria-label={words.title}
            className={classes(
              'animate-appear z-50 rounded-xl border border-line bg-surface shadow-raised',
              panelClassName,
            )}
          >
            {panel(() => setOpen(false))}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}
