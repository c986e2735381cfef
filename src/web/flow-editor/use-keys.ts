import { useReactFlow } from '@xyflow/react'
import { useEffect } from 'react'
import { useNotify } from '../ui/notify.ts'
import { type Editor, useEditor } from './editor-context.tsx'
import { useEditorText } from './editor-text.ts'
import type { EditorView } from './editor-view.ts'
import type { Position } from './model/graph.ts'
import { type Command, matchKey } from './model/keymap.ts'
import { type Direction, findNeighbour } from './model/neighbour.ts'

const TYPED_IN = 'input, textarea, select, [contenteditable="true"]'
/** Where keys belong to somebody else. */
const FOREIGN = '[role="dialog"], [role="menu"], [role="listbox"]'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPED_IN) !== null
const isForeign = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(FOREIGN) !== null

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const STEPS: Readonly<Record<Direction, Position>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}
const COARSE = 8

/** A press that must stay with what has the focus: Enter on a button presses it, arrows scroll a list. */
function belongsToFocus(event: KeyboardEvent, command: Command): boolean {
  const { target } = event
  if (!(target instanceof Element) || target.closest('#editor-canvas')) return false
  const isControl = target.closest('button, a, [role="tab"], summary') !== null
  return (isControl && command === 'edit') || command === 'nudge'
}

type Zoom = Pick<ReturnType<typeof useReactFlow>, 'zoomIn' | 'zoomOut' | 'zoomTo' | 'fitView'>

/** What each command does; those that need the press itself get it. */
function createCommands({ store, actions, view }: Editor, zoom: Zoom) {
  const change = (part: Partial<EditorView>) => view.set({ ...view.get(), ...part })
  const chosen = (): string | undefined => store.get().selection.nodes.values().next().value
  const withChosen = (run: (nodeId: string) => void) => () => {
    const nodeId = chosen()
    if (nodeId !== undefined) run(nodeId)
  }
  const leave = () => {
    const { isFinding, editedNode, side } = view.get()
    if (isFinding) change({ isFinding: false })
    else if (editedNode !== null) change({ editedNode: null })
    else if (side !== null) change({ side: null })
    else store.select([])
    document.getElementById('editor-canvas')?.focus()
  }
  const visit = (direction: Direction) => {
    const nodeId = findNeighbour(store.document, chosen() ?? '', direction)
    if (nodeId === undefined) return
    store.select([nodeId])
    change({ reveal: { nodeId } })
  }
  const simple: Readonly<Record<Exclude<Command, 'nudge' | 'neighbour'>, () => void>> = {
    undo: () => store.undo(),
    redo: () => store.redo(),
    selectAll: () => actions.selectAll(),
    duplicate: () => actions.duplicate(),
    remove: () => actions.removeSelected(),
    removeAndReconnect: () => actions.removeAndReconnect(),
    find: () => change({ isFinding: true }),
    check: () => change({ side: 'problems', editedNode: null }),
    add: () => change({ adding: { kind: 'free' } }),
    addNext: withChosen((source) => {
      const exit = actions.freeExit(source)
      change({ adding: exit ? { kind: 'after', exit } : { kind: 'free' } })
    }),
    edit: withChosen((editedNode) => change({ editedNode })),
    connect: withChosen((connecting) => change({ connecting })),
    leave,
    fit: () => void zoom.fitView({ padding: 0.15, maxZoom: 1 }),
    actualSize: () => void zoom.zoomTo(1),
    zoomIn: () => void zoom.zoomIn(),
    zoomOut: () => void zoom.zoomOut(),
    arrange: () => actions.arrange(),
    simulate: () => change({ side: view.get().side === 'simulator' ? null : 'simulator', editedNode: null }),
    outline: () => change({ mode: view.get().mode === 'canvas' ? 'outline' : 'canvas' }),
    help: () => change({ isHelpOpen: true }),
  }
  return (command: Command, event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key] ?? 'right'
    if (command === 'neighbour') visit(direction)
    else if (command === 'nudge') {
      const { x, y } = STEPS[direction]
      const size = event.shiftKey ? 1 : COARSE
      actions.nudge({ x: x * size, y: y * size })
    } else simple[command]()
  }
}

/** The keys of the editor, for as long as it is open. */
export function useKeys(): void {
  const editor = useEditor()
  const { zoomIn, zoomOut, zoomTo, fitView } = useReactFlow()
  useEffect(() => {
    const run = createCommands(editor, { zoomIn, zoomOut, zoomTo, fitView })
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isForeign(event.target)) return
      const command = matchKey(event, isTyping(event.target))
      if (!command || belongsToFocus(event, command)) return
      event.preventDefault()
      run(command, event)
    }
    addEventListener('keydown', handle)
    return () => removeEventListener('keydown', handle)
  }, [editor, zoomIn, zoomOut, zoomTo, fitView])
}

/** Copy, cut and paste of nodes, by the browser's own events: no permission is asked for. */
export function useClipboard(): void {
  const { actions } = useEditor()
  const { canvas } = useEditorText()
  const { done } = useNotify()
  useEffect(() => {
    const isOurs = (event: ClipboardEvent) =>
      !(isTyping(event.target) || isForeign(event.target)) && (getSelection()?.isCollapsed ?? true)
    const take = (event: ClipboardEvent, isCut: boolean) => {
      const text = isOurs(event) ? actions.copy() : undefined
      if (text === undefined) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', text)
      done(canvas.copied(actions.store.get().selection.nodes.size))
      if (isCut) actions.removeSelected()
    }
    const copy = (event: ClipboardEvent) => take(event, false)
    const cut = (event: ClipboardEvent) => take(event, true)
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event.target) || isForeign(event.target)) return
      const count = actions.paste(event.clipboardData?.getData('text/plain') ?? '')
      if (count > 0) done(canvas.pasted(count))
    }
    addEventListener('copy', copy)
    addEventListener('cut', cut)
    addEventListener('paste', paste)
    return () => {
      removeEventListener('copy', copy)
      removeEventListener('cut', cut)
      removeEventListener('paste', paste)
    }
  }, [actions, canvas, done])
}
