import { useEffect, useRef } from 'react'
import { useEditor, useStoreValue } from '../editor-context.tsx'
import type { FlowAction } from '../editor-view.ts'

/** Does what the command menu asks for, in the part of the screen that can; each request is carried out once. */
export function useCommand(action: FlowAction, run: () => void): void {
  const { view } = useEditor()
  const { asked } = useStoreValue(view)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (asked?.action !== action || view.get().asked !== asked) return
    view.set({ ...view.get(), asked: null })
    latest.current()
  }, [asked, action, view])
}
