import { createContext, type ReactNode, useContext, useRef, useSyncExternalStore } from 'react'
import type { EditorView } from './editor-view.ts'
import type { DraftSaver } from './model/draft-saver.ts'
import type { EditorActions } from './model/editor-actions.ts'
import type { EditorState, EditorStore } from './model/editor-store.ts'
import type { ProblemIndex } from './model/find/problem-index.ts'
import type { Store } from './model/store.ts'

/** Everything the parts of one open editor share. */
export interface Editor {
  flowId: string
  store: EditorStore
  actions: EditorActions
  saver: DraftSaver
  problems: Store<ProblemIndex>
  view: Store<EditorView>
}

const Context = createContext<Editor | null>(null)

export function EditorProvider({ editor, children }: { editor: Editor; children: ReactNode }) {
  return <Context value={editor}>{children}</Context>
}

export function useEditor(): Editor {
  const editor = useContext(Context)
  if (!editor) throw new Error('useEditor is only for what stands inside EditorProvider')
  return editor
}

/** A piece of a store or a cell; the part of the screen is drawn again only when the piece is another. */
export function usePiece<T, P>(
  source: { get: () => T; subscribe: (listener: () => void) => () => void },
  pick: (value: T) => P,
): P {
  const last = useRef<{ value: T; pick: (value: T) => P; piece: P } | null>(null)
  return useSyncExternalStore(source.subscribe, () => {
    const value = source.get()
    if (last.current && last.current.value === value && last.current.pick === pick) return last.current.piece
    const piece = pick(value)
    last.current = { value, pick, piece }
    return piece
  })
}

export function useStoreValue<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

export function useEditorState<P>(pick: (state: EditorState) => P): P {
  return usePiece(useEditor().store, pick)
}

const pickDocument = (state: EditorState) => state.document

export const useDocument = () => useEditorState(pickDocument)
