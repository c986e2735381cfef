import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { useEditor, useEditorState } from '../editor-context.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import { edgeTargets } from '../model/canvas/outline.ts'
import type { EditorState } from '../model/editor-store.ts'
import { useIssueText } from '../panel/issue-text.ts'

const pick = (state: EditorState) => state

/** What is chosen, in words: for those who do not see the canvas. */
function useSpokenSelection(): string {
  const text = useEditorText()
  const { problems } = useEditor()
  const describe = useIssueText()
  const { document, selection } = useEditorState(pick)
  const [only] = selection.nodes
  if (selection.nodes.size > 1) return text.canvas.selectedMany(selection.nodes.size)
  const { nodes } = document.definition
  const index = nodes.findIndex(({ id }) => id === only)
  const node = nodes[index]
  if (!node) return ''
  const ways = edgeTargets(document, node).map(({ exitId, target }) =>
    text.canvas.leadsTo(text.nodes.exits[exitId] ?? exitId, nameNode(text, target.type, target.data)),
  )
  const faults = problems.get().byNode.get(node.id) ?? []
  return [
    text.canvas.selected(nameNode(text, node.type, node.data), index + 1, nodes.length),
    ...ways,
    ...faults.map(describe),
  ].join('. ')
}

/** Around the canvas: the words for those who do not see it. */
export function CanvasFrame({ isConnecting, children }: { isConnecting: boolean; children: ReactNode }) {
  const { canvas } = useEditorText()
  const spoken = useSpokenSelection()
  return (
    <div className={classes('relative h-full min-w-0 flex-1', isConnecting && 'connecting')}>
      <p id="editor-canvas-help" className="sr-only">
        {canvas.canvasHelp}
      </p>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
      {children}
    </div>
  )
}
