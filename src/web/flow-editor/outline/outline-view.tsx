import { CircleAlert, Plus, TriangleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyCanvas } from '../canvas/empty-canvas.tsx'
import { useDocument, useEditor, useEditorState } from '../editor-context.tsx'
import { useProblemCount } from '../editor-marks.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import { useShownDefinition } from '../languages/use-shown-nodes.ts'
import { groupOf, summarize } from '../model/canvas/node-view.ts'
import { buildOutline, type OutlineEntry } from '../model/canvas/outline.ts'
import type { EditorState } from '../model/editor-store.ts'
import { iconOf, TINTS } from '../node-icons.ts'
import { ExitsEditor } from '../panel/fields/exits-editor.tsx'

const DEEPEST = 6

const pickSelected = (state: EditorState) => state.selection.nodes

function Problems({ nodeId }: { nodeId: string }) {
  const { canvas } = useEditorText()
  const { errors, warnings } = useProblemCount(nodeId)
  if (errors + warnings === 0) return null
  const Icon = errors > 0 ? CircleAlert : TriangleAlert
  return (
    <span className={classes('flex items-center gap-1 text-xs', errors > 0 ? 'text-bad' : 'text-warn')}>
      <Icon className="size-4" aria-hidden />
      {errors > 0 ? canvas.errorCount(errors) : canvas.warningCount(warnings)}
    </span>
  )
}

function OutlineItem({ entry, isSelected }: { entry: OutlineEntry; isSelected: boolean }) {
  const text = useEditorText()
  const { store, view } = useEditor()
  const { node, depth } = entry
  const Icon = iconOf(node.type)
  const open = () => {
    store.select([node.id])
    view.set({ ...view.get(), editedNode: node.id })
  }
  return (
    <li style={{ marginInlineStart: `${Math.min(depth, DEEPEST) * 1.25}rem` }}>
      <div
        className={classes(
          'rounded-xl border border-line bg-surface p-3 shadow-soft',
          isSelected && 'border-accent ring-2 ring-accent',
        )}
      >
        <button type="button" onClick={open} className="flex w-full items-center gap-3 rounded-md text-start">
          <span
            className={classes(
              'grid size-8 shrink-0 place-items-center rounded-lg',
              TINTS[groupOf(node.type)],
            )}
          >
            <Icon className="size-4" aria-hidden />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-semibold">
              {nameNode(text, node.type, node.data)}
            </span>
            <span className="block truncate text-xs text-ink-soft">
              {summarize(node) || text.nodes.types[node.type]?.hint}
            </span>
          </span>
          <Problems nodeId={node.id} />
        </button>
        {entry.exits.length > 0 && (
          <div className="mt-3 border-t border-line pt-3">
            <ExitsEditor nodeId={node.id} hideEmpty />
          </div>
        )}
      </div>
    </li>
  )
}

/** The flow as a list that reads like a tree, with connections as choices: all of the editor without a canvas. */
export function OutlineView() {
  const { canvas } = useEditorText()
  const { view } = useEditor()
  const written = useDocument()
  const definition = useShownDefinition(written.definition)
  const document = { ...written, definition }
  const selected = useEditorState(pickSelected)
  if (document.definition.nodes.length === 0) {
    return (
      <div className="relative flex-1">
        <EmptyCanvas />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section aria-label={canvas.outline} tabIndex={0} className="min-w-0 flex-1 overflow-y-auto p-4 sm:p-6">
      <ol className="mx-auto max-w-2xl space-y-3">
        {buildOutline(document).map((entry) => (
          <OutlineItem key={entry.node.id} entry={entry} isSelected={selected.has(entry.node.id)} />
        ))}
      </ol>
      <div className="mx-auto mt-4 max-w-2xl">
        <Button variant="secondary" onClick={() => view.set({ ...view.get(), adding: { kind: 'free' } })}>
          <Plus aria-hidden />
          {canvas.addNode}
        </Button>
      </div>
    </section>
  )
}
