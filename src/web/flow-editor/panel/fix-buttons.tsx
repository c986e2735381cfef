import { Link } from '@tanstack/react-router'
import { BotMessageSquare, LockKeyhole, Wand2 } from 'lucide-react'
import { useMemo } from 'react'
import type { Issue } from '../../../core/flow/index.ts'
import { Button } from '../../ui/button.tsx'
import { useDocument, useEditor } from '../editor-context.tsx'
import { type EditorText, useEditorText } from '../editor-text.ts'
import { applyFix } from '../model/find/quick-fix-actions.ts'
import { listFixes, type QuickFix } from '../model/find/quick-fixes.ts'
import { findNamedSecret } from '../model/secret-findings.ts'

function nameFix({ fixes }: EditorText, fix: QuickFix): string {
  if (fix.kind === 'create_variable') return fixes.create_variable(fix.name)
  return fix.kind === 'use_variable' ? fixes.use_variable(fix.instead) : fixes[fix.kind]
}

interface FixButtonsProps {
  issue: Issue
  onDone?: () => void
}

/** What puts a finding right with one press; nothing where nobody but the person knows. */
export function FixButtons({ issue, onDone }: FixButtonsProps) {
  const text = useEditorText()
  const document = useDocument()
  const { actions, view } = useEditor()
  const fixes = useMemo(() => listFixes(document, issue), [document, issue])
  const secret = findNamedSecret(issue)
  const isOfModel = issue.reason === 'MODEL_NOT_SET' || issue.reason === 'MODEL_KEY_MISSING'
  if (fixes.length === 0 && !secret && !isOfModel) return null
  const apply = (fix: QuickFix) => {
    const { editedNode } = view.get()
    if (fix.kind === 'remove_node' && editedNode === fix.nodeId) view.set({ ...view.get(), editedNode: null })
    const nodeId = applyFix(actions, fix)
    if (nodeId !== null) view.set({ ...view.get(), reveal: { nodeId } })
    onDone?.()
  }
  return (
    <span className="mt-1.5 flex flex-wrap gap-1.5">
      {fixes.map((fix) => (
        <Button
          key={JSON.stringify(fix)}
          size="small"
          variant="secondary"
          className="h-7 px-2 text-xs"
          onClick={() => apply(fix)}
        >
          <Wand2 aria-hidden />
          {nameFix(text, fix)}
        </Button>
      ))}
      {isOfModel && (
        <Button asChild size="small" variant="secondary" className="h-7 px-2 text-xs">
          <Link to="/models">
            <BotMessageSquare aria-hidden />
            {text.fixes.set_up_model}
          </Link>
        </Button>
      )}
      {secret && (
        <Button asChild size="small" variant="secondary" className="h-7 px-2 text-xs">
          <Link to="/secrets" search={secret}>
            <LockKeyhole aria-hidden />
            {'host' in secret ? text.fixes.allow_host(secret.host) : text.fixes.store_secret(secret.name)}
          </Link>
        </Button>
      )}
    </span>
  )
}
