import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './messages/confirm-dialog.tsx'

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'busy' | 'asChild'> {
  /** What is asked, and what the button that goes on says. */
  question: { title: string; description: string; action: string }
  /** It is being done. */
  busy: boolean
  /** Does it, and calls `close` when it is known how it went. */
  onConfirm: (close: () => void) => void
}

/** A button that asks before it does something that cannot be taken back. */
export function ConfirmButton({ question, busy, onConfirm, ...button }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      <ConfirmDialog
        {...question}
        open={isAsking}
        onOpenChange={setAsking}
        busy={busy}
        onConfirm={() => onConfirm(() => setAsking(false))}
      />
    </>
  )
}
