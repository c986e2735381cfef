import { Search } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { fold } from '../../i18n/fold.ts'
import { classes } from '../../ui/classes.ts'
import { useEditor } from '../editor-context.tsx'
import { nameType, useEditorText } from '../editor-text.ts'
import { useAddNode } from '../hooks/use-add-node.ts'
import { groupOf, listPalette } from '../model/canvas/node-view.ts'
import { iconOf, TINTS } from '../node-icons.ts'

/** The kind of data a dragged entry carries: the type of the node. */
export const PALETTE_TYPE = 'application/x-parley-node'

/** The palette's groups with only the types whose name, line or type fits the search. */
export function usePalette(query: string) {
  const { nodes } = useEditorText()
  const wanted = fold(query.trim())
  return listPalette()
    .map(({ group, types }) => ({
      group,
      name: nodes.groups[group] ?? group,
      types: types.filter((type) => {
        const { name = '', hint = '' } = nodes.types[type] ?? {}
        return fold(`${name} ${hint} ${type}`).includes(wanted)
      }),
    }))
    .filter(({ types }) => types.length > 0)
}

function PaletteEntry({ type, onChoose }: { type: string; onChoose: (type: string) => void }) {
  const text = useEditorText()
  const Icon = iconOf(type)
  const drag = (event: DragEvent) => {
    event.dataTransfer.setData(PALETTE_TYPE, type)
    event.dataTransfer.effectAllowed = 'copy'
  }
  return (
    <button
      type="button"
      draggable
      onDragStart={drag}
      onClick={() => onChoose(type)}
      title={text.nodes.types[type]?.hint}
      className="flex w-full cursor-grab items-center gap-2.5 rounded-lg px-2 py-1.5 text-left text-[0.8125rem] font-medium -outline-offset-1 hover:bg-sunken active:cursor-grabbing"
    >
      <span className={classes('grid size-7 shrink-0 place-items-center rounded-lg', TINTS[groupOf(type)])}>
        <Icon className="size-4" aria-hidden />
      </span>
      {nameType(text, type)}
    </button>
  )
}

/** All node types by group: to be dragged onto the canvas or an edge, or chosen to stand in its middle. */
export function Palette() {
  const { canvas } = useEditorText()
  const [query, setQuery] = useState('')
  const groups = usePalette(query)
  const { store } = useEditor()
  const add = useAddNode()
  const choose = (type: string) => {
    const [only, ...others] = store.get().selection.nodes
    add(type, { kind: 'free', ...(only && others.length === 0 && { behind: only }) })
  }
  return (
    <aside
      aria-label={canvas.palette}
      className="hidden w-56 shrink-0 flex-col border-r border-line bg-surface lg:flex"
    >
      <div className="relative p-3">
        <Search className="absolute top-1/2 left-5.5 size-4 -translate-y-1/2 text-ink-soft" aria-hidden />
        <input
          type="search"
          aria-label={canvas.searchNodes}
          placeholder={canvas.searchNodes}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="h-9 w-full rounded-lg border border-line-strong/60 bg-surface pr-2 pl-8 text-sm placeholder:text-ink-soft"
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {groups.length === 0 && <p className="px-2 text-sm text-ink-soft">{canvas.noNodeFound}</p>}
        {groups.map(({ group, name, types }) => (
          <section key={group} className="mb-3">
            <h2 className="px-2 pb-1 text-xs font-medium text-ink-soft">{name}</h2>
            {types.map((type) => (
              <PaletteEntry key={type} type={type} onChoose={choose} />
            ))}
          </section>
        ))}
      </div>
    </aside>
  )
}
