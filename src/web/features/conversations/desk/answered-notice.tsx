import { X } from 'lucide-react'
import { useDates } from '../../../i18n/dates.ts'
import { useText } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { toIso } from '../chat-data.ts'
import type { Answered } from './answered.ts'
import { useTeamText } from './team-text.ts'

/** Somebody was faster: what was written here goes out only when it still should. */
export function AnsweredNotice({
  answered,
  onSend,
  onClose,
}: {
  answered: Answered
  onSend: () => void
  onClose: () => void
}) {
  const { shell } = useText()
  const text = useTeamText()
  const dates = useDates()
  return (
    <div
      role="alert"
      className="mb-2 flex items-center gap-3 rounded-lg border-s-3 border-warn bg-warn-soft px-3 py-1.5 text-sm"
    >
      <p className="min-w-0 flex-1 break-words">
        {text.answered(answered.name, dates.time(toIso(answered.atSec)))}
      </p>
      <Button size="small" onClick={onSend}>
        {text.sendAnyway}
      </Button>
      <Button variant="quiet" size="small" aria-label={shell.close} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </div>
  )
}
