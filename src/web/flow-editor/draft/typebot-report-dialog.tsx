import { useState } from 'react'
import { describeNotes } from '../../../words/typebot-notes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useEditorText } from '../editor-text.ts'
import type { ImportedTypebot } from './read-flow-text.ts'

interface TypebotReportDialogProps extends ImportedTypebot {
  /** Takes the orphans out of the flow; they stay in question until that is done. */
  onRemove: () => void | Promise<void>
  onClose: () => void
}

/** What became of each block of a Typebot, and a way to take out at once what nothing leads to. */
export function TypebotReportDialog({ report, orphans, onRemove, onClose }: TypebotReportDialogProps) {
  const { transfer, canvas, typebotNotes } = useEditorText()
  const { failed } = useNotify()
  const [isRemoving, setRemoving] = useState(false)
  const [hasOrphans, setHasOrphans] = useState(orphans.nodeIds.length > 0)
  const blocks = report.filter(({ type }) => type !== 'groups')
  const count = (status: (typeof report)[number]['status']) =>
    blocks.filter((item) => item.status === status).length
  const remove = async () => {
    setRemoving(true)
    try {
      await onRemove()
      setHasOrphans(false)
    } catch (error) {
      failed(error)
    }
    setRemoving(false)
  }
  const close = () => {
    if (!isRemoving) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={transfer.reportTitle}
      description={transfer.reportBody(count('exact'), count('changed'), count('stub'))}
    >
      {hasOrphans && (
        <div className="mb-3 flex items-start justify-between gap-3 rounded-lg border border-line p-3 text-sm">
          <div>
            <p className="font-medium">{transfer.orphansTitle}</p>
            <p className="text-[0.8125rem] text-ink-soft">
              {transfer.orphansBody(orphans.groups.map((title) => `“${title}”`).join(', '))}
            </p>
          </div>
          <Button variant="secondary" busy={isRemoving} onClick={() => void remove()}>
            {transfer.removeOrphans}
          </Button>
        </div>
      )}
      <ul className="max-h-80 divide-y divide-line overflow-y-auto text-sm">
        {blocks
          .filter(({ status }) => status !== 'exact')
          .map(({ id, group, type, status, notes }) => (
            <li key={id} className="py-2">
              <p className="font-medium">
                {group || type} · {type} · {transfer.statuses[status]}
              </p>
              {notes.length > 0 && (
                <p className="text-[0.8125rem] text-ink-soft">{describeNotes(typebotNotes, notes)}</p>
              )}
            </li>
          ))}
      </ul>
      <DialogActions>
        <Button disabled={isRemoving} onClick={close}>
          {canvas.done}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
