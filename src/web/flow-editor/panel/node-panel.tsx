import { ChevronRight, Copy, Play, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type FlowNode, findNodeType } from '../../../core/flow/index.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { useEditor, usePiece } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { NodeTranslations } from '../languages/node-translations.tsx'
import { hasEntry } from '../model/canvas/node-view.ts'
import { indexByPath, keyOf, type ProblemIndex } from '../model/find/problem-index.ts'
import { partFields, settleData } from '../model/form-fields.ts'
import { ExitsEditor } from './fields/exits-editor.tsx'
import { hasMatchPreview, MatchPreview } from './fields/match-preview.tsx'
import { FIELDS_ID, focusFirstField } from './first-field.ts'
import { FixButtons } from './fix-buttons.tsx'
import { FormFields } from './form-fields.tsx'
import { WaitAddress } from './incoming/wait-address.tsx'
import { WebhookAddress } from './incoming/webhook-address.tsx'
import { useIssueText } from './issue-text.ts'
import { type NodeForm, NodeFormProvider } from './node-form.tsx'

const NO_ISSUES: readonly never[] = []

function useIssues(nodeId: string) {
  const { problems } = useEditor()
  return usePiece(
    problems,
    useCallback((all: ProblemIndex) => all.byNode.get(nodeId) ?? NO_ISSUES, [nodeId]),
  )
}

/** The form of a node: what it says and does, what is wrong with it, and where its exits lead. */
export function NodePanel({ node }: { node: FlowNode }) {
  const text = useEditorText()
  const { store, actions, view } = useEditor()
  const issues = useIssues(node.id)
  const describe = useIssueText()
  const byPath = useMemo(() => indexByPath(issues), [issues])
  const { first, more } = useMemo(() => partFields(node.type), [node.type])
  const [isMoreOpen, setMoreOpen] = useState(false)
  useEffect(() => {
    if (view.get().added === node.id) focusFirstField()
    return () => {
      if (view.get().added === node.id) view.set({ ...view.get(), added: null })
    }
  }, [view, node.id])
  const general = issues.filter(({ path }) => path === undefined)
  const form = useMemo<NodeForm>(
    () => ({
      nodeId: node.id,
      type: node.type,
      data: node.data,
      byPath,
      change: (data, field) => actions.edit(node.id, settleData(node.type, data), field),
    }),
    [node, byPath, actions],
  )
  const remove = () => {
    view.set({ ...view.get(), editedNode: null })
    actions.removeNode(node.id)
  }
  const duplicate = () => {
    store.select([node.id])
    actions.duplicate()
  }
  const play = () => {
    const round = (view.get().playFrom?.round ?? 0) + 1
    view.set({ ...view.get(), editedNode: null, side: 'simulator', playFrom: { nodeId: node.id, round } })
  }
  return (
    <NodeFormProvider form={form}>
      <div className="min-h-0 flex-1 space-y-5 overflow-y-auto p-4">
        <p className="text-[0.8125rem] text-ink-soft">
          {text.nodes.types[node.type]?.hint ?? text.nodes.unknownHint}
        </p>
        {general.length > 0 && (
          <ul className="space-y-1.5">
            {general.map((issue) => (
              <li
                key={keyOf(issue)}
                className={
                  issue.severity === 'error'
                    ? 'rounded-lg bg-bad-soft px-3 py-2 text-[0.8125rem]'
                    : 'rounded-lg bg-warn-soft px-3 py-2 text-[0.8125rem]'
                }
              >
                {describe(issue)}
                <FixButtons issue={issue} />
              </li>
            ))}
          </ul>
        )}
        <NodeTranslations node={node} />
        <div id={FIELDS_ID}>
          <FormFields fields={first} data={node.data} path="" onChange={form.change} />
        </div>
        {more.length > 0 && (
          <section>
            <button
              type="button"
              aria-expanded={isMoreOpen}
              onClick={() => setMoreOpen(!isMoreOpen)}
              className="flex items-center gap-1.5 rounded text-[0.8125rem] font-medium text-ink-soft hover:text-ink"
            >
              <ChevronRight
                className={classes('size-4 transition-transform', isMoreOpen && 'rotate-90')}
                aria-hidden
              />
              {text.panel.more}
            </button>
            {isMoreOpen && (
              <div className="mt-4">
                <FormFields fields={more} data={node.data} path="" onChange={form.change} />
              </div>
            )}
          </section>
        )}
        {hasMatchPreview(node.type, node.data) && <MatchPreview />}
        {node.type === 'trigger.webhook' && <WebhookAddress nodeId={node.id} />}
        {node.type === 'wait.webhook' && <WaitAddress nodeId={node.id} />}
        {findNodeType(node.type) && node.type !== 'note' && (
          <section className="border-t border-line pt-4">
            <h3 className="mb-3 text-sm font-semibold">{text.panel.exits}</h3>
            <ExitsEditor nodeId={node.id} />
          </section>
        )}
      </div>
      <div className="flex items-center gap-2 border-t border-line px-4 py-2.5">
        <code className="me-auto truncate text-xs text-ink-soft">{node.id}</code>
        {hasEntry(node) && (
          <Button
            size="small"
            variant="quiet"
            aria-label={text.simulator.playHere}
            title={text.simulator.playHere}
            onClick={play}
          >
            <Play aria-hidden />
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={duplicate}>
          <Copy aria-hidden />
          {text.canvas.duplicate}
        </Button>
        <Button size="small" variant="danger" onClick={remove}>
          <Trash2 aria-hidden />
          {text.canvas.remove}
        </Button>
      </div>
    </NodeFormProvider>
  )
}
