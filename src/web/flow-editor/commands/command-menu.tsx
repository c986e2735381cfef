import { type KeyboardEvent, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/field.tsx'
import { useCell, useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { useKeyNames } from '../key-names.ts'
import { type MenuEntry, type MenuGroup, useMenuGroups } from './menu-groups.ts'

interface EntriesProps {
  group: MenuGroup
  chosen: MenuEntry | undefined
  onChoose: (entry: MenuEntry) => void
}

function Entries({ group, chosen, onChoose }: EntriesProps) {
  const { commandMenu } = useEditorText()
  const showKeys = useKeyNames()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of choices has groups, and no fieldsets
    <div role="group" aria-label={commandMenu.groups[group.id]}>
      <p aria-hidden className="px-2 pt-2 pb-1 text-xs font-medium text-ink-soft">
        {commandMenu.groups[group.id]}
      </p>
      {group.entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above it takes the keys
        <div
          key={entry.id}
          id={`command-${entry.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={entry === chosen}
          ref={(element) => {
            if (entry === chosen) element?.scrollIntoView({ block: 'nearest' })
          }}
          onClick={() => onChoose(entry)}
          className={classes(
            'flex cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1.5 text-sm',
            entry === chosen ? 'bg-sunken' : 'hover:bg-sunken/60',
          )}
        >
          <entry.icon className="size-4 shrink-0 text-ink-soft" aria-hidden />
          <span className="shrink-0">{entry.label}</span>
          <span className="min-w-0 flex-1 truncate text-xs text-ink-soft">{entry.hint}</span>
          {entry.keys !== undefined && (
            <kbd className="shrink-0 font-sans text-xs text-ink-soft">{showKeys(entry.keys)}</kbd>
          )}
        </div>
      ))}
    </div>
  )
}

function Menu({ onChoose }: { onChoose: (entry: MenuEntry) => void }) {
  const { commandMenu } = useEditorText()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const groups = useMenuGroups(query)
  const entries = groups.flatMap((group) => group.entries)
  const chosen = entries[Math.min(active, entries.length - 1)]
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      setActive((Math.min(active, entries.length - 1) + step + entries.length) % Math.max(entries.length, 1))
    } else if (event.key === 'Enter' && chosen) onChoose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <>
      <Input
        type="search"
        role="combobox"
        aria-expanded
        aria-controls="command-list"
        aria-activedescendant={chosen ? `command-${chosen.id}` : undefined}
        aria-label={commandMenu.search}
        placeholder={commandMenu.search}
        autoFocus
        value={query}
        onKeyDown={handleKey}
        onChange={(event) => {
          setQuery(event.target.value)
          setActive(0)
        }}
      />
      {entries.length === 0 && <p className="mt-4 text-sm text-ink-soft">{commandMenu.none}</p>}
      <div
        id="command-list"
        role="listbox"
        aria-label={commandMenu.title}
        className="mt-2 max-h-80 overflow-y-auto"
      >
        {groups.map((group) => (
          <Entries key={group.id} group={group} chosen={chosen} onChoose={onChoose} />
        ))}
      </div>
    </>
  )
}

/** Everything that can be done in the editor, every node and every flow, found by typing a part of its name. */
export function CommandMenu() {
  const { commandMenu } = useEditorText()
  const { view } = useEditor()
  const { isMenuOpen } = useCell(view)
  const chosen = useRef<MenuEntry | null>(null)
  const setOpen = (isOpen: boolean) => view.set({ ...view.get(), isMenuOpen: isOpen })
  // What was chosen may take the focus itself, so that it waits until the dialog has let go of it.
  const runChosen = (event: Event) => {
    const entry = chosen.current
    if (!entry) return
    chosen.current = null
    event.preventDefault()
    document.getElementById('editor-canvas')?.focus()
    entry.run()
  }
  return (
    <Dialog open={isMenuOpen} onOpenChange={setOpen} title={commandMenu.title} onCloseAutoFocus={runChosen}>
      <Menu
        onChoose={(entry) => {
          chosen.current = entry
          setOpen(false)
        }}
      />
    </Dialog>
  )
}
