import { Check, CloudOff, LoaderCircle, type LucideIcon, PencilLine, TriangleAlert } from 'lucide-react'
import { classes } from '../../ui/classes.ts'
import { useEditor, useStoreValue } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import type { SaveStatus } from '../model/draft-saver.ts'

const ICONS: Readonly<Record<SaveStatus['kind'], LucideIcon>> = {
  saved: Check,
  unsaved: PencilLine,
  saving: LoaderCircle,
  retrying: CloudOff,
  refused: TriangleAlert,
  conflict: TriangleAlert,
}

/** Whether what is on the screen is with the service. */
export function SaveStatusLine() {
  const { draft } = useEditorText()
  const { saver } = useEditor()
  const status = useStoreValue(saver.status)
  const Icon = ICONS[status.kind]
  const isBad = status.kind === 'refused' || status.kind === 'conflict'
  return (
    <p
      role="status"
      title={status.kind === 'refused' ? status.message : undefined}
      className={classes(
        'flex items-center gap-1.5 text-[0.8125rem] whitespace-nowrap',
        isBad ? 'text-bad' : status.kind === 'retrying' ? 'text-warn' : 'text-ink-soft',
      )}
    >
      <Icon className={classes('size-4', status.kind === 'saving' && 'animate-spin')} aria-hidden />
      <span className="sr-only md:not-sr-only">{draft.status[status.kind]}</span>
    </p>
  )
}
