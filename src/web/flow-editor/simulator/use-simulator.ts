import { useCallback, useEffect, useState } from 'react'
import { useEditor } from '../editor-context.tsx'
import { useEditorMarks } from '../editor-marks.tsx'
import { FlowSimulator, type SimulatorView } from '../model/flow-simulator.ts'
import type { FlowDocument } from '../model/graph.ts'
import { NO_MARKS } from '../model/marks.ts'

const SECOND_MS = 1_000

interface Open {
  simulator: FlowSimulator
  definition: FlowDocument['definition']
}

const begin = ({ definition }: FlowDocument, contactName: string): Open => {
  const startAt = Math.floor(Date.now() / SECOND_MS) * SECOND_MS
  return { simulator: new FlowSimulator(definition, startAt, contactName), definition }
}

/** One conversation with the draft as it was when it began; its path lights up on the canvas. */
export function useSimulator(contactName: string) {
  const { store, view: editorView } = useEditor()
  const { marks } = useEditorMarks()
  const [open, setOpen] = useState(() => begin(store.document, contactName))
  const [view, setView] = useState<SimulatorView>(() => open.simulator.view())
  const [isOutdated, setOutdated] = useState(false)
  useEffect(() => {
    marks.set(view.marks)
    return () => marks.set(NO_MARKS)
  }, [marks, view])
  useEffect(
    () => store.subscribe(() => setOutdated(!isSameGraph(store.document.definition, open.definition))),
    [store, open],
  )
  const act = useCallback(
    (run: (simulator: FlowSimulator) => void) => {
      run(open.simulator)
      const next = open.simulator.view()
      setView(next)
      const nodeId = next.run?.currentNodeId
      if (nodeId) editorView.set({ ...editorView.get(), reveal: { nodeId } })
    },
    [open, editorView],
  )
  const restart = () => {
    const next = begin(store.document, contactName)
    setOpen(next)
    setView(next.simulator.view())
    setOutdated(false)
  }
  return { view, simulator: open.simulator, act, restart, isOutdated }
}

/** Places on the canvas mean nothing to a run. */
function isSameGraph(a: FlowDocument['definition'], b: FlowDocument['definition']): boolean {
  if (a === b) return true
  const bare = ({ nodes, viewport: _viewport, ...rest }: FlowDocument['definition']) =>
    JSON.stringify([rest, nodes.map(({ id, type, data }) => [id, type, data])])
  return bare(a) === bare(b)
}
