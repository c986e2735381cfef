import { CircleAlert } from 'lucide-react'
import { useText } from '../../i18n/language.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Problem } from './flow-data.ts'

interface ProblemsDialogProps {
  name: string
  problems: readonly Problem[]
  onClose: () => void
}

/** What keeps a flow from being published; closed while there is nothing. */
export function ProblemsDialog({ name, problems, onClose }: ProblemsDialogProps) {
  const { flows: text } = useText()
  return (
    <Dialog
      open={problems.length > 0}
      onOpenChange={onClose}
      title={text.problemsTitle(name)}
      description={text.problemsBody}
    >
      <ul className="space-y-3">
        {problems.map(({ message, code, nodeId }) => (
          <li key={`${code} ${nodeId} ${message}`} className="flex gap-3 rounded-xl bg-bad-soft p-3">
            <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
            <div className="min-w-0 text-sm">
              <p className="break-words">{message}</p>
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
