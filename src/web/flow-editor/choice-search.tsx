import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { Input } from '../ui/field.tsx'

interface ChoiceSearchProps<Item> {
  /** Of the list; the choices' ids begin with it. */
  id: string
  /** What the field is for, and what the list holds. */
  label: string
  title: string
  /** Said when nothing is found. */
  none: string
  query: string
  onQuery: (query: string) => void
  items: readonly Item[]
  keyOf: (item: Item) => string
  onChoose: (item: Item) => void
  /** The choices, each one a `Choice`, given the one that Enter takes. */
  children: (chosen: Item | undefined) => ReactNode
  className: string
}

/** A field to type part of a name into, with what is found below it: arrows move, Enter takes. */
export function ChoiceSearch<Item>({ id, items, keyOf, query, onQuery, ...rest }: ChoiceSearchProps<Item>) {
  const [active, setActive] = useState(0)
  const at = Math.min(active, items.length - 1)
  const chosen = items[at]
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setActive((at + step + items.length) % Math.max(items.length, 1))
    else if (event.key === 'Enter' && chosen !== undefined) rest.onChoose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <>
      <Input
        type="search"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${keyOf(chosen)}`}
        aria-label={rest.label}
        placeholder={rest.label}
        autoFocus
        value={query}
        onKeyDown={handleKey}
        onChange={(event) => {
          onQuery(event.target.value)
          setActive(0)
        }}
      />
      {items.length === 0 && <p className="mt-4 text-sm text-ink-soft">{rest.none}</p>}
      <div
        id={id}
        role="listbox"
        aria-label={rest.title}
        className={classes('overflow-y-auto', rest.className)}
      >
        {rest.children(chosen)}
      </div>
    </>
  )
}

interface ChoiceProps {
  /** That of the list, a dash, and the key of the item. */
  id: string
  isChosen: boolean
  onChoose: () => void
  className: string
  children: ReactNode
}

/** One choice of the list, kept in sight while it is the one that Enter takes. */
export function Choice({ id, isChosen, onChoose, className, children }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above it takes the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={onChoose}
      className={classes(
        'flex cursor-pointer items-center rounded-lg px-2 py-1.5',
        isChosen ? 'bg-sunken' : 'hover:bg-sunken/60',
        className,
      )}
    >
      {children}
    </div>
  )
}
