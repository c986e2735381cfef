import { Button } from '../../ui/button.tsx'
import { useEditor, useStoreValue } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { FlowFigures } from './flow-figures.tsx'

/** What runs of the flow did, in place of the canvas, until the person goes back to editing. */
export function Figures() {
  const { figures: text } = useEditorText()
  const { flowId, view } = useEditor()
  const { analysing } = useStoreValue(view)
  if (!analysing) return null
  const stop = (
    <Button
      size="small"
      variant="secondary"
      className="ms-auto"
      onClick={() => view.set({ ...view.get(), analysing: null })}
    >
      {text.stop}
    </Button>
  )
  return <FlowFigures flowId={flowId} {...analysing} trailing={stop} />
}
