import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useDocument, useEditor } from '../editor-context.tsx'
import { nameType, useEditorText } from '../editor-text.ts'
import { findNodes } from '../model/find/find.ts'

/** Finds nodes by any text in them, and goes from one to the next. */
export function FindBar() {
  const text = useEditorText()
  const { store, view } = useEditor()
  const document = useDocument()
  const [query, setQuery] = useState('')
  const [place, setPlace] = useState(-1)
  const found = findNodes(document, query, (type) => nameType(text, type))
  const close = () => {
    view.set({ ...view.get(), isFinding: false })
    globalThis.document.getElementById('editor-canvas')?.focus()
  }
  const go = (step: number) => {
    if (found.length === 0) return
    const next = (Math.max(place, step < 0 ? 0 : -1) + step + found.length) % found.length
    const nodeId = found[next]
    if (nodeId === undefined) return
    setPlace(next)
    store.select([nodeId])
    view.set({ ...view.get(), reveal: { nodeId } })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className="absolute top-3 right-3 z-20 flex items-center gap-1 rounded-xl border border-line bg-surface p-1.5 shadow-raised">
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: the person just asked to type here
        autoFocus
        aria-label={text.canvas.find}
        placeholder={text.canvas.findPlaceholder}
        value={query}
        onKeyDown={handleKey}
        onChange={(event) => {
          setQuery(event.target.value)
          setPlace(-1)
        }}
        className="h-8 w-48 rounded-md bg-surface px-2 text-sm placeholder:text-ink-soft"
      />
      <span role="status" className="min-w-20 px-1 text-xs text-ink-soft tabular-nums">
        {query.trim() !== '' && text.canvas.found(place + 1, found.length)}
      </span>
      <Button
        variant="quiet"
        size="icon"
        className="size-8"
        aria-label={text.canvas.findPrevious}
        onClick={() => go(-1)}
      >
        <ChevronUp aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        className="size-8"
        aria-label={text.canvas.findNext}
        onClick={() => go(1)}
      >
        <ChevronDown aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        className="size-8"
        aria-label={text.canvas.closeFind}
        onClick={close}
      >
        <X aria-hidden />
      </Button>
    </search>
  )
}
