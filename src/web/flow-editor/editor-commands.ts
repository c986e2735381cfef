import { useReactFlow } from '@xyflow/react'
import { useMemo } from 'react'
import { writeChoice } from '../app/stored-choice.ts'
import { useArrange } from './canvas/hooks/use-arrange.ts'
import { type Editor, useEditor } from './editor-context.tsx'
import type { EditorView } from './editor-view.ts'
import type { Command, KeyPress } from './model/canvas/keymap.ts'
import { type Direction, findNeighbour } from './model/canvas/neighbour.ts'
import type { Position } from './model/graph.ts'

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

type Press = Pick<KeyPress, 'key' | 'shiftKey'>
type Zoom = Pick<ReturnType<typeof useReactFlow>, 'zoomIn' | 'zoomOut' | 'zoomTo' | 'fitView'>

type Change = (part: Partial<EditorView>) => void
type Commands = Readonly<Record<string, () => void>>

const toCanvas = () => document.getElementById('editor-canvas')?.focus()

/** The node that was chosen last. */
const findChosen = (store: Editor['store']): string | undefined =>
  store.get().selection.nodes.values().next().value

/** What changes the flow, or which of its nodes are chosen. */
function createGraphCommands({ store, actions }: Editor, change: Change) {
  const withChosen = (run: (nodeId: string) => void) => () => {
    const nodeId = findChosen(store)
    if (nodeId !== undefined) run(nodeId)
  }
  return {
    undo: () => store.undo(),
    redo: () => store.redo(),
    selectAll: () => actions.selectAll(),
    duplicate: () => actions.duplicate(),
    remove: () => actions.removeSelected(),
    removeAndReconnect: () => actions.removeAndReconnect(),
    add: () => change({ adding: { kind: 'free' } }),
    addNext: withChosen((source) => {
      const exit = actions.freeExit(source)
      change({ adding: exit ? { kind: 'after', exit } : { kind: 'free' } })
    }),
    edit: withChosen((editedNode) => change({ editedNode })),
    connect: withChosen((connecting) => change({ connecting })),
    selectBefore: () => actions.selectAlong('before'),
    selectBehind: () => actions.selectAlong('behind'),
  } satisfies Commands
}

/** What changes only how the flow is looked at. */
function createViewCommands({ store, view }: Editor, change: Change, zoom: Zoom, tidyUp: () => void) {
  /** One step back: out of the search, the node, the panel, the choice. */
  function leave(): void {
    const { isFinding, editedNode, side } = view.get()
    if (isFinding) change({ isFinding: false })
    else if (editedNode !== null) change({ editedNode: null })
    else if (side !== null) change({ side: null })
    else store.select([])
    toCanvas()
  }
  return {
    leave,
    find: () => change({ isFinding: true }),
    check: () => change({ side: 'problems', editedNode: null }),
    finish() {
      change({ editedNode: null })
      toCanvas()
    },
    fit: () => void zoom.fitView({ padding: 0.15, maxZoom: 1 }),
    actualSize: () => void zoom.zoomTo(1),
    zoomIn: () => void zoom.zoomIn(),
    zoomOut: () => void zoom.zoomOut(),
    arrange: tidyUp,
    wheel() {
      const wheel = view.get().wheel === 'mouse' ? 'trackpad' : 'mouse'
      writeChoice('wheel', wheel)
      change({ wheel })
    },
    simulate() {
      const side = view.get().side === 'simulator' ? null : 'simulator'
      change({ side, editedNode: null, playFrom: null })
    },
    variables() {
      const side = view.get().side === 'variables' ? null : 'variables'
      change({ side, editedNode: null })
    },
    outline: () => change({ mode: view.get().mode === 'canvas' ? 'outline' : 'canvas' }),
    help: () => change({ isHelpOpen: true }),
    menu: () => change({ isMenuOpen: true }),
  } satisfies Commands
}

/** What each command does; those that need the press itself get it. */
function createCommands(editor: Editor, zoom: Zoom, tidyUp: () => void) {
  const { store, actions, view } = editor
  const change: Change = (part) => view.set({ ...view.get(), ...part })
  const simple: Readonly<Record<Exclude<Command, 'nudge' | 'neighbour'>, () => void>> = {
    ...createGraphCommands(editor, change),
    ...createViewCommands(editor, change, zoom, tidyUp),
  }
  const visit = (direction: Direction) => {
    const nodeId = findNeighbour(store.document, findChosen(store) ?? '', direction)
    if (nodeId === undefined) return
    store.select([nodeId])
    change({ reveal: { nodeId } })
  }
  return (command: Command, press?: Press) => {
    const direction = DIRECTIONS[press?.key ?? ''] ?? 'right'
    if (command === 'neighbour') visit(direction)
    else if (command === 'nudge') {
      const { x, y } = STEPS[direction]
      const size = press?.shiftKey ? 1 : COARSE
      actions.nudge({ x: x * size, y: y * size })
    } else simple[command]()
  }
}

/** Carries commands out, whether a key or the menu asked for them. */
export function useCommands(): (command: Command, press?: Press) => void {
  const editor = useEditor()
  const { zoomIn, zoomOut, zoomTo, fitView } = useReactFlow()
  const tidyUp = useArrange()
  return useMemo(
    () => createCommands(editor, { zoomIn, zoomOut, zoomTo, fitView }, tidyUp),
    [editor, zoomIn, zoomOut, zoomTo, fitView, tidyUp],
  )
}
