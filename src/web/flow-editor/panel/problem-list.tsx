import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { Issue } from '../../../core/flow/index.ts'
import { EmptyState } from '../../ui/messages/states.tsx'
import { useDocument, useEditor, useStoreValue } from '../editor-context.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import { keyOf } from '../model/find/problem-index.ts'
import { findNode } from '../model/graph.ts'
import { FixButtons } from './fix-buttons.tsx'
import { useIssueText } from './issue-text.ts'

function Problem({ issue }: { issue: Issue }) {
  const text = useEditorText()
  const document = useDocument()
  const { store, view } = useEditor()
  const describe = useIssueText()
  const edge = document.definition.edges.find(({ id }) => id === issue.edgeId)
  const node = findNode(document, issue.nodeId ?? edge?.source ?? '')
  const go = () => {
    if (!node) {
      if (issue.path) view.set({ ...view.get(), side: 'settings' })
      return
    }
    store.select(issue.nodeId === undefined ? [] : [node.id], edge ? [edge.id] : [])
    view.set({ ...view.get(), editedNode: node.id, reveal: { nodeId: node.id } })
  }
  const Icon = issue.severity === 'error' ? CircleAlert : TriangleAlert
  return (
    <li className="rounded-xl hover:bg-sunken">
      <button
        type="button"
        onClick={go}
        className="flex w-full gap-3 rounded-xl p-3 text-start -outline-offset-2"
      >
        <Icon
          className={
            issue.severity === 'error'
              ? 'mt-0.5 size-4 shrink-0 text-bad'
              : 'mt-0.5 size-4 shrink-0 text-warn'
          }
          aria-hidden
        />
        <span className="min-w-0 text-sm">
          <span className="block text-xs text-ink-soft">
            {node ? nameNode(text, node.type, node.data) : text.draft.wholeFlow} ·{' '}
            {text.draft.codes[issue.code] ?? issue.code}
          </span>
          <span className="block break-words">{describe(issue)}</span>
        </span>
      </button>
      <div className="px-3 ps-10 [&:has(button,a)]:pb-3">
        <FixButtons issue={issue} />
      </div>
    </li>
  )
}

/** Everything that keeps the flow from being published, then what deserves a look; each leads to its node. */
export function ProblemList() {
  const { draft } = useEditorText()
  const { problems } = useEditor()
  const { errors, warnings } = useStoreValue(problems)
  if (errors.length + warnings.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title={draft.noProblems}>
        {draft.noProblemsBody}
      </EmptyState>
    )
  }
  return (
    <ul className="min-h-0 flex-1 overflow-y-auto p-2">
      {[...errors, ...warnings].map((issue) => (
        <Problem key={keyOf(issue)} issue={issue} />
      ))}
    </ul>
  )
}
