import { useRef, useState } from 'react'
import { Dialog } from '../../ui/messages/dialog.tsx'
import { Choice, ChoiceSearch } from '../choice-search.tsx'
import { useEditor, useStoreValue } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { useKeyNames } from '../hooks/key-names.ts'
import { type MenuEntry, type MenuGroup, useMenuGroups } from './menu-groups.ts'

const LIST = 'command-list'

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
        <Choice
          key={entry.id}
          id={`${LIST}-${entry.id}`}
          isChosen={entry === chosen}
          onChoose={() => onChoose(entry)}
          className="gap-2.5 text-sm"
        >
          <entry.icon className="size-4 shrink-0 text-ink-soft" aria-hidden />
          <span className="shrink-0">{entry.label}</span>
          <span className="min-w-0 flex-1 truncate text-xs text-ink-soft">{entry.hint}</span>
          {entry.keys !== undefined && (
            <kbd className="shrink-0 font-sans text-xs text-ink-soft">{showKeys(entry.keys)}</kbd>
          )}
        </Choice>
      ))}
    </div>
  )
}

function Menu({ onChoose }: { onChoose: (entry: MenuEntry) => void }) {
  const { commandMenu } = useEditorText()
  const [query, setQuery] = useState('')
  const groups = useMenuGroups(query)
  return (
    <ChoiceSearch
      id={LIST}
      label={commandMenu.search}
      title={commandMenu.title}
      none={commandMenu.none}
      query={query}
      onQuery={setQuery}
      items={groups.flatMap((group) => group.entries)}
      keyOf={(entry) => entry.id}
      onChoose={onChoose}
      className="mt-2 max-h-80"
    >
      {(chosen) =>
        groups.map((group) => <Entries key={group.id} group={group} chosen={chosen} onChoose={onChoose} />)
      }
    </ChoiceSearch>
  )
}

/** Everything that can be done in the editor, every node and every flow, found by typing a part of its name. */
export function CommandMenu() {
  const { commandMenu } = useEditorText()
  const { view } = useEditor()
  const { isMenuOpen } = useStoreValue(view)
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
