import { TriangleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useDocument, useEditor, useStoreValue } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { diffDocuments } from '../model/canvas/diff.ts'

/** Says that the flow was changed elsewhere meanwhile, how the two differ, and asks which is to stay. */
export function ConflictNotice() {
  const { draft, versions } = useEditorText()
  const { store, saver } = useEditor()
  const status = useStoreValue(saver.status)
  const mine = useDocument()
  if (status.kind !== 'conflict') return null
  const { counts } = diffDocuments(status.theirs.document, mine)
  const takeTheirs = () => {
    const theirs = saver.takeTheirs()
    if (theirs) store.replace(theirs)
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-warn-soft px-4 py-2.5 text-sm"
    >
      <TriangleAlert className="size-5 shrink-0 text-warn" aria-hidden />
      <p className="min-w-60 flex-1">
        <strong className="font-semibold">{draft.conflictTitle}</strong> {draft.conflictBody}{' '}
        {versions.summary(counts.added, counts.removed, counts.changed)}
      </p>
      <Button size="small" variant="secondary" onClick={takeTheirs}>
        {draft.takeTheirs}
      </Button>
      <Button size="small" onClick={() => saver.keepMine()}>
        {draft.keepMine}
      </Button>
    </div>
  )
}
