import { Check, Ellipsis } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Right } from '../../contract/scopes.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { useLack } from './rights.ts'

const ITEM =
  'flex w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 text-sm outline-none select-none data-[disabled]:cursor-default data-[disabled]:opacity-50 data-[highlighted]:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0'

interface MenuProps {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
}

/** A button's menu; `trigger` is the button. */
export function Menu({ trigger, children, align = 'end', side = 'bottom' }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          className="animate-appear z-50 min-w-52 rounded-xl border border-line bg-surface p-1.5 shadow-raised"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface MoreMenuProps {
  /** Says of what it is the menu, for those who do not see where it stands. */
  label: string
  children: ReactNode
  variant?: 'quiet' | 'secondary'
  className?: string
}

/** What else can be done with something, behind three dots. */
export function MoreMenu({ label, children, variant = 'quiet', className }: MoreMenuProps) {
  const trigger = (
    <Button variant={variant} size="icon" className={className} aria-label={label}>
      <Ellipsis aria-hidden />
    </Button>
  )
  return <Menu trigger={trigger}>{children}</Menu>
}

interface MenuItemProps {
  children: ReactNode
  onSelect: () => void
  tone?: 'danger'
  disabled?: boolean
  /** What one has to be allowed in the workspace; others see the item disabled, with the reason below it. */
  right?: Right
}

function GuardedItem({ right, children, ...props }: MenuItemProps & { right: Right }) {
  const lack = useLack(right)
  if (lack === null) return <PlainItem {...props}>{children}</PlainItem>
  return (
    <PlainItem {...props} disabled>
      <span className="max-w-60">
        <span className="flex items-center gap-2.5">{children}</span>
        <span className="block text-xs">{lack}</span>
      </span>
    </PlainItem>
  )
}

export function MenuItem({ right, ...props }: MenuItemProps) {
  return right === undefined ? <PlainItem {...props} /> : <GuardedItem right={right} {...props} />
}

function PlainItem({ children, onSelect, tone, disabled = false }: Omit<MenuItemProps, 'right'>) {
  return (
    <Radix.Item
      className={classes(ITEM, tone === 'danger' && 'text-bad')}
      onSelect={onSelect}
      disabled={disabled}
    >
      {children}
    </Radix.Item>
  )
}

/** Those that WhatsApp offers first. */
const QUICK = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

/** Emojis to react with, side by side. */
export function MenuEmojis({ label, onChoose }: { label: string; onChoose: (emoji: string) => void }) {
  return (
    <Radix.Group aria-label={label} className="flex">
      {QUICK.map((emoji) => (
        <Radix.Item
          key={emoji}
          onSelect={() => onChoose(emoji)}
          className="cursor-pointer rounded-lg px-2 py-1 text-xl outline-none data-[highlighted]:bg-sunken"
        >
          {emoji}
        </Radix.Item>
      ))}
    </Radix.Group>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
}

interface MenuChoiceProps<T extends string> {
  label: string
  value: T
  choices: readonly { value: T; name: string }[]
  onChoose: (value: T) => void
}

/** One of several; the present one is ticked. */
export function MenuChoice<T extends string>({ label, value, choices, onChoose }: MenuChoiceProps<T>) {
  return (
    <Radix.Group>
      <Radix.Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-soft">{label}</Radix.Label>
      <Radix.RadioGroup value={value} onValueChange={(next) => onChoose(next as T)}>
        {choices.map((choice) => (
          <Radix.RadioItem key={choice.value} value={choice.value} className={ITEM}>
            <span className="size-4">
              <Radix.ItemIndicator>
                <Check aria-hidden />
              </Radix.ItemIndicator>
            </span>
            {choice.name}
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </Radix.Group>
  )
}
