import { Workflow } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/messages/states.tsx'
import { useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'

/** What stands on a canvas without nodes: how to begin. */
export function EmptyCanvas() {
  const { canvas } = useEditorText()
  const { actions, view } = useEditor()
  const begin = () => {
    const nodeId = actions.add('trigger.keyword', { x: 0, y: 0 })
    view.set({ ...view.get(), editedNode: nodeId, reveal: { nodeId } })
  }
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      <div className="pointer-events-auto">
        <EmptyState
          icon={Workflow}
          title={canvas.emptyTitle}
          action={<Button onClick={begin}>{canvas.emptyAction}</Button>}
        >
          {canvas.emptyBody}
        </EmptyState>
      </div>
    </div>
  )
}
