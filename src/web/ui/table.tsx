import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'

interface TableProps {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly { name: ReactNode; className?: string }[]
  /** It is wider than a phone, so it can be scrolled by keyboard too. */
  isWide?: boolean
  children: ReactNode
}

/** A table in a card; on a phone the columns marked `hidden sm:table-cell` go. */
export function Table({ label, columns, isWide = false, children }: TableProps) {
  const scrolled = isWide ? { tabIndex: 0, role: 'group', 'aria-label': label } : {}
  return (
    <div className="overflow-x-auto" {...scrolled}>
      <table className="w-full text-sm">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line text-[0.8125rem] text-ink-soft">
            {columns.map(({ name, className }, column) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their place
                key={column}
                scope="col"
                className={classes(
                  'px-3 py-3 font-medium whitespace-nowrap first:ps-4 last:pe-4 sm:px-5 sm:first:ps-6 sm:last:pe-6',
                  className,
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  )
}

export function Cell({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      className={classes(
        'px-3 py-3.5 align-middle [&_time]:whitespace-nowrap first:ps-4 last:pe-4 sm:px-5 sm:first:ps-6 sm:last:pe-6',
        className,
      )}
      {...props}
    />
  )
}
