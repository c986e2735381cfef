import { Eye } from 'lucide-react'
import { useLack } from '../../ui/rights.ts'
import { useEditorText } from '../editor-text.ts'

/** Says to who may not change flows that they may try things out here, and that nothing of it is kept. */
export function LookOnlyNotice() {
  const { draft } = useEditorText()
  const lack = useLack('build')
  if (lack === null) return null
  return (
    <p className="flex items-center gap-3 border-b border-line bg-sunken px-4 py-2 text-sm text-ink-soft">
      <Eye className="size-5 shrink-0" aria-hidden />
      {lack} {draft.lookOnly}
    </p>
  )
}
