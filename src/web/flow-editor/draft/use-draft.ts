import { useEffect } from 'react'
import { useEditor } from '../editor-context.tsx'

/** Hands every change to the keeper of the draft, and has it save while the page is open and copy before it goes. */
export function useDraft(): void {
  const { store, keeper } = useEditor()
  useEffect(() => {
    const note = () => keeper.note(store.document)
    const copy = () => keeper.copyNow()
    const retry = () => keeper.retryNow()
    const stop = store.subscribe(note)
    addEventListener('pagehide', copy)
    document.addEventListener('visibilitychange', copy)
    addEventListener('online', retry)
    return () => {
      stop()
      removeEventListener('pagehide', copy)
      document.removeEventListener('visibilitychange', copy)
      removeEventListener('online', retry)
      void keeper.flush()
      keeper.copyNow()
    }
  }, [store, keeper])
}
