import { CircleAlert, TriangleAlert } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useCallback, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { usePiece } from '../editor-context.tsx'
import { useEditorMarks, useProblemCount } from '../editor-marks.tsx'
import { useEditorText } from '../editor-text.ts'
import { keyOf, type ProblemIndex } from '../model/find/problem-index.ts'
import { FixButtons } from '../panel/fix-buttons.tsx'
import { useIssueText } from '../panel/issue-text.ts'

const NO_ISSUES: readonly never[] = []

function Findings({ nodeId, onDone }: { nodeId: string; onDone: () => void }) {
  const { problems } = useEditorMarks()
  const describe = useIssueText()
  const issues = usePiece(
    problems,
    useCallback((all: ProblemIndex) => all.byNode.get(nodeId) ?? NO_ISSUES, [nodeId]),
  )
  return (
    <ul className="space-y-3">
      {issues.map((issue) => (
        <li key={keyOf(issue)} className="text-[0.8125rem]">
          {describe(issue)}
          <FixButtons issue={issue} onDone={onDone} />
        </li>
      ))}
    </ul>
  )
}

/** How many problems a node has; pressed, it says which, and offers what puts them right. */
export function ProblemBadge({ nodeId, name }: { nodeId: string; name: string }) {
  const { canvas, fixes } = useEditorText()
  const { errors, warnings } = useProblemCount(nodeId)
  const [isOpen, setOpen] = useState(false)
  if (errors + warnings === 0) return null
  const Icon = errors > 0 ? CircleAlert : TriangleAlert
  const title = errors > 0 ? canvas.errorCount(errors) : canvas.warningCount(warnings)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        // The canvas is one stop of the Tab key; by keyboard the list of problems says the same.
        tabIndex={-1}
        title={title}
        onClick={(event) => event.stopPropagation()}
        className={classes(
          'nodrag -m-1 grid size-6 shrink-0 place-items-center rounded-md hover:bg-sunken',
          errors > 0 ? 'text-bad' : 'text-warn',
        )}
      >
        <Icon className="size-4" aria-hidden />
        <span className="sr-only">{title}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          aria-label={fixes.problemsOf(name)}
          className="animate-appear z-40 max-h-80 w-72 overflow-y-auto rounded-xl border border-line bg-surface p-3 shadow-raised"
        >
          <Findings nodeId={nodeId} onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
