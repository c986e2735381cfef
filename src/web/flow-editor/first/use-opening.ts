import { useEffect } from 'react'
import { motionMs } from '../canvas/hooks/motion.ts'
import { useEditor } from '../editor-context.tsx'
import type { Act } from '../model/simulate/flow-simulator.ts'
import { readOpening } from './opening.ts'

/** Between two messages, so that one can read along. */
const BETWEEN_MS = 1_200

/** The first conversation with a flow that was just made begins by itself, once; each line is written as a contact would. */
export function useOpening(act: Act): void {
  const { store, view } = useEditor()
  useEffect(() => {
    if (!view.get().isOpening) return
    const lines = readOpening(store.document.definition)
    const timers = lines.map((line, place) =>
      setTimeout(() => {
        view.set({ ...view.get(), isOpening: place < lines.length - 1 })
        act((simulator) => simulator.receive(line))
      }, motionMs(BETWEEN_MS) * place),
    )
    return () => timers.forEach(clearTimeout)
  }, [store, view, act])
}
