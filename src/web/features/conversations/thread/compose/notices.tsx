import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../../i18n/language.tsx'
import { Button } from '../../../../ui/button.tsx'

/** A line over the field with what goes with the message. */
export function Notice({ title, line, onClose }: { title: string; line: string; onClose: () => void }) {
  const { shell } = useText()
  return (
    <div className="mb-2 flex items-center gap-3 rounded-lg border-s-3 border-accent bg-sunken px-3 py-1.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-accent">{title}</p>
        <p className="truncate text-ink-soft">{line}</p>
      </div>
      <Button variant="quiet" size="small" aria-label={shell.cancel} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </div>
  )
}

/** It goes out by itself when the conversation is there. */
export function WaitingNotice({ onStop }: { onStop: () => void }) {
  const { chat: text, shell } = useText()
  return (
    <div className="mb-2 flex items-center gap-3 rounded-lg border-s-3 border-line bg-sunken px-3 py-1.5 text-sm">
      <p role="status" className="min-w-0 flex-1 break-words text-ink-soft">
        {text.goesOnceRead}
      </p>
      <Button variant="quiet" size="small" onClick={onStop}>
        {shell.cancel}
      </Button>
    </div>
  )
}

/** Why the last message was not sent, or the last edit not made; its text is in the field below. */
export function NotDoneNotice({
  title,
  line,
  reason,
  isBusy,
  again,
  onAgain,
  closeLabel,
  onClose,
  children,
}: {
  title: string
  /** What it says, where that is not in the field; it stands in the title's place. */
  line?: string
  /** Null: it is said above already. */
  reason: string | null
  isBusy: boolean
  /** Says what the button does, where that is more than to try again. */
  again?: string | undefined
  onAgain: () => void
  closeLabel?: string
  onClose: () => void
  children?: ReactNode
}) {
  const { shell } = useText()
  return (
    <div
      role="alert"
      className="mb-2 flex items-center gap-3 rounded-lg border-s-3 border-bad bg-sunken px-3 py-1.5 text-sm"
    >
      <div className="min-w-0 flex-1">
        <p className={line ? 'sr-only' : 'font-medium text-bad'}>{title}</p>
        {line && (
          <p dir="auto" className="truncate font-medium">
            {line}
          </p>
        )}
        {reason && <p className="break-words text-ink-soft">{reason}</p>}
      </div>
      <Button size="small" busy={isBusy} onClick={onAgain}>
        {again ?? shell.retry}
      </Button>
      {children}
      <Button variant="quiet" size="small" aria-label={closeLabel ?? shell.close} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </div>
  )
}
