import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/messages/dialog.tsx'
import { useDocument, useEditor, useStoreValue } from '../editor-context.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import { findNode } from '../model/graph.ts'
import { ExitsEditor } from '../panel/fields/exits-editor.tsx'

/** Connects a node by keyboard: its exits, each with the node it leads to. */
export function ConnectDialog() {
  const text = useEditorText()
  const { view } = useEditor()
  const { connecting } = useStoreValue(view)
  const node = findNode(useDocument(), connecting ?? '')
  const close = () => view.set({ ...view.get(), connecting: null })
  return (
    <Dialog
      open={node !== undefined}
      onOpenChange={close}
      title={text.canvas.connectTitle(node ? nameNode(text, node.type, node.data) : '')}
      description={text.canvas.connectBody}
    >
      {node && <ExitsEditor nodeId={node.id} />}
      <DialogActions>
        <Button onClick={close}>{text.canvas.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
