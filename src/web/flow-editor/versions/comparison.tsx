import { useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { GraphView } from '../canvas/graph-view.tsx'
import { useDocument, useEditor, useStoreValue } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { diffDocuments } from '../model/canvas/diff.ts'

const TONES = { added: 'bg-good', removed: 'bg-bad', changed: 'bg-warn' } as const

/** A version beside the draft on one canvas: what was added, removed and changed since. */
export function Comparison() {
  const { versions } = useEditorText()
  const { view } = useEditor()
  const { comparing } = useStoreValue(view)
  const draft = useDocument()
  const diff = useMemo(
    () => (comparing ? diffDocuments(comparing.document, draft) : null),
    [comparing, draft],
  )
  if (!comparing || !diff) return null
  const { added, removed, changed } = diff.counts
  const title = versions.comparing(comparing.number)
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-2 text-sm">
        <p>
          <strong className="font-semibold">{title}:</strong> {versions.summary(added, removed, changed)}{' '}
          {diff.settings.length > 0 && versions.settingsDiffer(diff.settings.join(', '))}
        </p>
        <ul className="flex gap-3 text-[0.8125rem] text-ink-soft">
          {(['added', 'removed', 'changed'] as const).map((kind) => (
            <li key={kind} className="flex items-center gap-1.5">
              <span aria-hidden className={`size-2.5 rounded-full ${TONES[kind]}`} />
              {versions.legend[kind]}
            </li>
          ))}
        </ul>
        <Button
          size="small"
          variant="secondary"
          className="ms-auto"
          onClick={() => view.set({ ...view.get(), comparing: null })}
        >
          {versions.stopComparing}
        </Button>
      </div>
      <div className="min-h-0 flex-1">
        <GraphView document={diff.merged} marks={diff.marks} label={title} />
      </div>
    </div>
  )
}
