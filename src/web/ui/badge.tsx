import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

const look = cva(
  'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] leading-5 font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-ink-soft',
        good: 'bg-good-soft text-good',
        warn: 'bg-warn-soft text-warn',
        bad: 'bg-bad-soft text-bad',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

export type Tone = NonNullable<VariantProps<typeof look>['tone']>

interface BadgeProps extends ComponentProps<'span'>, VariantProps<typeof look> {
  /** A dot before the words; it breathes while something is under way. */
  dot?: 'still' | 'moving'
}

export function Badge({ tone, dot, className, children, ...props }: BadgeProps) {
  return (
    <span className={classes(look({ tone }), className)} {...props}>
      {dot && (
        <span
          aria-hidden
          className={classes('size-1.5 rounded-full bg-current', dot === 'moving' && 'animate-pulse')}
        />
      )}
      {children}
    </span>
  )
}
