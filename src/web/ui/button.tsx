import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import type { Right } from '../../contract/scopes.ts'
import { classes } from './classes.ts'
import { useLack } from './rights.ts'

const look = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap transition-colors select-none disabled:pointer-events-none disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent shadow-soft hover:bg-accent-strong',
        secondary: 'border border-line bg-surface text-ink shadow-soft hover:bg-sunken',
        quiet: 'text-ink-soft hover:bg-sunken hover:text-ink',
        danger: 'border border-line bg-surface text-bad shadow-soft hover:border-bad/40 hover:bg-bad-soft',
      },
      size: {
        small: 'h-8 px-2.5 text-[0.8125rem]',
        medium: 'h-10 px-4 text-sm',
        large: 'h-12 px-5 text-[0.9375rem]',
        icon: 'size-10',
      },
    },
    defaultVariants: { variant: 'primary', size: 'medium' },
  },
)

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof look> {
  /** Gives the look to the one child, for example a link. */
  asChild?: boolean
  /** Shows that it works on it, and takes no second press. */
  busy?: boolean
  /** What one has to be allowed in the workspace; others see the button disabled, with the reason as its hint. */
  right?: Right
}

/** It stays in the way of the keyboard, so that the reason can be read there too; a menu behind it stays shut. */
function GuardedButton({ right, ...props }: ButtonProps & { right: Right }) {
  const lack = useLack(right)
  if (lack === null) return <PlainButton {...props} />
  const { onClick: _, onPointerDown: _pointer, onKeyDown: _key, ...look } = props
  return (
    <PlainButton
      {...look}
      type="button"
      title={lack}
      aria-disabled
      onClick={(event) => event.preventDefault()}
    />
  )
}

export function Button({ right, ...props }: ButtonProps) {
  return right === undefined ? <PlainButton {...props} /> : <GuardedButton right={right} {...props} />
}

function PlainButton({
  className,
  variant,
  size,
  asChild,
  busy = false,
  children,
  ...props
}: Omit<ButtonProps, 'right'>) {
  const classNames = classes(look({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root className={classNames} {...props}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      {...props}
      className={classNames}
      disabled={props.disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  )
}
