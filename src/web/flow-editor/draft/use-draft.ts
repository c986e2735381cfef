import { useEffect } from 'react'
import { useEditor } from '../editor-context.tsx'

/** Hands every change to the saver of the draft, and has it save while the page is open and copy before it goes. */
export function useDraft(): void {
  const { store, saver } = useEditor()
  useEffect(() => {
    const note = () => saver.note(store.document)
    const copy = () => saver.copyNow()
    const retry = () => saver.retryNow()
    const stop = store.subscribe(note)
    addEventListener('pagehide', copy)
    document.addEventListener('visibilitychange', copy)
    addEventListener('online', retry)
    return () => {
      stop()
      removeEventListener('pagehide', copy)
      document.removeEventListener('visibilitychange', copy)
      removeEventListener('online', retry)
      void saver.flush()
      saver.copyNow()
    }
  }, [store, saver])
}
