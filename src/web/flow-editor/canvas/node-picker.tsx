import { type KeyboardEvent, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/field.tsx'
import { useCell, useDocument, useEditor } from '../editor-context.tsx'
import { nameNode, nameType, useEditorText } from '../editor-text.ts'
import type { AddPlace } from '../editor-view.ts'
import { findNode } from '../model/graph.ts'
import { groupOf, hasEntry } from '../model/node-view.ts'
import { iconOf, TINTS } from '../node-icons.ts'
import { useAddNode } from '../use-add-node.ts'
import { usePalette } from './palette.tsx'

/** Types that can stand at a place: behind something only what can be led to. */
function useChoices(query: string, place: AddPlace): string[] {
  const types = usePalette(query).flatMap((group) => group.types)
  return place.kind === 'free' ? types : types.filter((type) => hasEntry({ type }))
}

function Picker({ place }: { place: AddPlace }) {
  const text = useEditorText()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const types = useChoices(query, place)
  const add = useAddNode()
  const chosen = types[Math.min(active, types.length - 1)]
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setActive((types.indexOf(chosen ?? '') + step + types.length) % Math.max(types.length, 1))
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      add(chosen, place)
    }
  }
  return (
    <>
      <Input
        type="search"
        role="combobox"
        aria-expanded
        aria-controls="node-picker-list"
        aria-activedescendant={chosen ? `pick-${chosen}` : undefined}
        aria-label={text.canvas.searchNodes}
        placeholder={text.canvas.searchNodes}
        autoFocus
        value={query}
        onKeyDown={handleKey}
        onChange={(event) => {
          setQuery(event.target.value)
          setActive(0)
        }}
      />
      {types.length === 0 && <p className="mt-4 text-sm text-ink-soft">{text.canvas.noNodeFound}</p>}
      <div
        id="node-picker-list"
        role="listbox"
        aria-label={text.canvas.palette}
        className="mt-3 max-h-72 overflow-y-auto"
      >
        {types.map((type) => {
          const Icon = iconOf(type)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above it takes the keys
            <div
              key={type}
              id={`pick-${type}`}
              role="option"
              tabIndex={-1}
              aria-selected={type === chosen}
              ref={(element) => {
                if (type === chosen) element?.scrollIntoView({ block: 'nearest' })
              }}
              onClick={() => add(type, place)}
              className={classes(
                'flex cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5',
                type === chosen ? 'bg-sunken' : 'hover:bg-sunken/60',
              )}
            >
              <span
                className={classes(
                  'grid size-8 shrink-0 place-items-center rounded-lg',
                  TINTS[groupOf(type)],
                )}
              >
                <Icon className="size-4" aria-hidden />
              </span>
              <span className="min-w-0">
                <span className="block text-sm font-medium">{nameType(text, type)}</span>
                <span className="block truncate text-xs text-ink-soft">{text.nodes.types[type]?.hint}</span>
              </span>
            </div>
          )
        })}
      </div>
    </>
  )
}

/** Chooses the type of a node to add, by typing part of its name. */
export function NodePicker() {
  const text = useEditorText()
  const { view } = useEditor()
  const { adding } = useCell(view)
  const document = useDocument()
  const source = adding?.kind === 'after' ? findNode(document, adding.exit.source) : undefined
  return (
    <Dialog
      open={adding !== null}
      onOpenChange={() => view.set({ ...view.get(), adding: null })}
      title={source ? text.canvas.addAfter(nameNode(text, source.type, source.data)) : text.canvas.addNode}
    >
      {adding && <Picker place={adding} />}
    </Dialog>
  )
}
