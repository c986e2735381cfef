import { Pencil } from 'lucide-react'
import { useText } from '../../../../i18n/language.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useMessageLine } from '../../chat-data.ts'
import { useTeamText } from '../../desk/team-text.ts'
import type { Unsent } from './composing.ts'
import { NotDoneNotice } from './notices.tsx'

interface HeldNoticesProps {
  held: readonly Unsent[]
  /** What stands in the field again: why it was refused is said there. */
  inField: Unsent | null
  /** Nothing is being written, so that one of them may be. */
  isFieldFree: boolean
  onAgain: (these: readonly Unsent[]) => void
  onEdit: (one: Unsent) => void
  onDiscard: (one: Unsent) => void
}

/** Messages that were refused while another one stood in the field, the oldest first; each is sent again or given up for itself. */
export function HeldNotices({ held, inField, isFieldFree, onAgain, onEdit, onDiscard }: HeldNoticesProps) {
  const { chat: text } = useText()
  const team = useTeamText()
  const lineOf = useMessageLine()
  const toLine = ({ text: words, kind, written }: Unsent): string =>
    words ?? (written?.words || written?.file?.name || lineOf({ type: kind, text: null }))
  const toReason = ({ isSure, reason }: Unsent): string => (isSure ? reason : `${text.maySent} ${reason}`)
  const reasons = [inField, ...held].map((one) => one && toReason(one))
  return (
    <div className="max-h-[40dvh] overflow-y-auto">
      {held.length > 1 && (
        <div className="mb-2 flex justify-end">
          <Button size="small" variant="secondary" onClick={() => onAgain(held)}>
            {text.sendAllAgain(held.length)}
          </Button>
        </div>
      )}
      {held.map((one, place) => (
        <NotDoneNotice
          key={one.id}
          title={one.isSure ? text.notSent : text.maySent}
          line={toLine(one)}
          reason={reasons[place + 1] === reasons[place] ? null : toReason(one)}
          isBusy={false}
          again={one.isAnswered ? team.sendAnyway : undefined}
          onAgain={() => onAgain([one])}
          closeLabel={text.discard}
          onClose={() => onDiscard(one)}
        >
          {one.written && isFieldFree && (
            <Button variant="quiet" size="small" aria-label={text.edit} onClick={() => onEdit(one)}>
              <Pencil aria-hidden />
            </Button>
          )}
        </NotDoneNotice>
      ))}
    </div>
  )
}
