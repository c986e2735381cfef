import { CircleAlert } from 'lucide-react'
import { describeIssue, readFinding } from '../../../words/findings.ts'
import { useText } from '../../i18n/language.tsx'
import { createTextHook } from '../../i18n/text-hook.ts'
import { Dialog } from '../../ui/messages/dialog.tsx'
import type { Problem } from './flow-data.ts'

const useFindings = createTextHook(
  {
    en: () => import('../../../words/en/findings.ts'),
    pt: () => import('../../../words/pt/findings.ts'),
    es: () => import('../../../words/es/findings.ts'),
  },
  ({ findings }) => findings,
)

interface ProblemsDialogProps {
  name: string
  problems: readonly Problem[]
  /** What to do about them; without it, to publish again when they are mended. */
  body?: string
  onClose: () => void
}

/** What keeps a flow from being published; closed while there is nothing. */
export function ProblemsDialog({ name, problems, body, onClose }: ProblemsDialogProps) {
  const text = useText().flows
  const findings = useFindings()
  return (
    <Dialog
      open={problems.length > 0}
      onOpenChange={onClose}
      title={text.problemsTitle(name)}
      description={body ?? text.problemsBody}
    >
      <ul className="space-y-3">
        {problems.map(({ code, nodeId, path, flow, ...problem }) => (
          <li key={`${code} ${nodeId} ${problem.message}`} className="flex gap-3 rounded-xl bg-bad-soft p-3">
            <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
            <div className="min-w-0 text-sm">
              <p className="break-words">
                {describeIssue(findings, { ...readFinding(findings, problem), path, flow })}
              </p>
              <p className="mt-0.5 font-mono text-xs text-ink-soft">
                {[code, nodeId && text.atNode(nodeId)].filter(Boolean).join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
