import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      className={classes('rounded-2xl border border-line bg-surface shadow-soft', className)}
      {...props}
    />
  )
}

interface SectionCardProps {
  title: string
  description?: string
  /** Stands at the right of the title. */
  action?: ReactNode
  children: ReactNode
  className?: string
}

/** A card with a heading, for one topic of a page. */
export function SectionCard({ title, description, action, children, className }: SectionCardProps) {
  return (
    <Card className={classes('p-5 sm:p-6', className)}>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-base font-semibold">{title}</h2>
          {description && <p className="mt-0.5 text-sm text-ink-soft">{description}</p>}
        </div>
        {action}
      </div>
      {children}
    </Card>
  )
}
