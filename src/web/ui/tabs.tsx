import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface TabsProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly { value: T; name: string; content: ReactNode }[]
  /** Takes the height that is left, for content that scrolls by itself. */
  fill?: boolean
}

/** Parts of one page, one at a time. */
export function Tabs<T extends string>({ label, value, onChange, tabs, fill = false }: TabsProps<T>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={classes(fill && 'flex min-h-0 flex-1 flex-col')}
    >
      <Radix.List
        aria-label={label}
        className={classes(
          'flex shrink-0 gap-6 overflow-x-auto border-b border-line',
          fill ? 'px-4 pt-1.5' : 'mb-6',
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-0.5 pt-1 pb-2.5 text-sm font-medium whitespace-nowrap text-ink-soft transition-colors -outline-offset-2 hover:text-ink focus-visible:rounded-t-md data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className={classes(
            'animate-fade outline-offset-4',
            fill && 'flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden',
          )}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
