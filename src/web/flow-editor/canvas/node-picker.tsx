import { useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/messages/dialog.tsx'
import { Choice, ChoiceSearch } from '../choice-search.tsx'
import { useDocument, useEditor, useStoreValue } from '../editor-context.tsx'
import { nameNode, nameType, useEditorText } from '../editor-text.ts'
import type { AddPlace } from '../editor-view.ts'
import { useAddNode } from '../hooks/use-add-node.ts'
import { groupOf, hasEntry } from '../model/canvas/node-view.ts'
import { findNode } from '../model/graph.ts'
import { iconOf, TINTS } from '../node-icons.ts'
import { focusFirstField } from '../panel/first-field.ts'
import { usePalette } from './palette.tsx'

const LIST = 'node-picker-list'

/** Types that can stand at a place: behind something only what can be led to. */
function useChoices(query: string, place: AddPlace): string[] {
  const types = usePalette(query).flatMap((group) => group.types)
  return place.kind === 'free' ? types : types.filter((type) => hasEntry({ type }))
}

function Picker({ place }: { place: AddPlace }) {
  const text = useEditorText()
  const [query, setQuery] = useState('')
  const types = useChoices(query, place)
  const add = useAddNode()
  return (
    <ChoiceSearch
      id={LIST}
      label={text.canvas.searchNodes}
      title={text.canvas.palette}
      none={text.canvas.noNodeFound}
      query={query}
      onQuery={setQuery}
      items={types}
      keyOf={(type) => type}
      onChoose={(type) => add(type, place)}
      className="mt-3 max-h-72"
    >
      {(chosen) =>
        types.map((type) => {
          const Icon = iconOf(type)
          return (
            <Choice
              key={type}
              id={`${LIST}-${type}`}
              isChosen={type === chosen}
              onChoose={() => add(type, place)}
              className="gap-3"
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
            </Choice>
          )
        })
      }
    </ChoiceSearch>
  )
}

/** Chooses the type of a node to add, by typing part of its name. */
export function NodePicker() {
  const text = useEditorText()
  const { view } = useEditor()
  const { adding } = useStoreValue(view)
  const document = useDocument()
  const source = adding?.kind === 'after' ? findNode(document, adding.exit.source) : undefined
  return (
    <Dialog
      open={adding !== null}
      onOpenChange={() => view.set({ ...view.get(), adding: null })}
      onCloseAutoFocus={(event) => {
        const { added, editedNode } = view.get()
        if (added !== null && added === editedNode && focusFirstField()) event.preventDefault()
      }}
      title={source ? text.canvas.addAfter(nameNode(text, source.type, source.data)) : text.canvas.addNode}
    >
      {adding && <Picker place={adding} />}
    </Dialog>
  )
}
