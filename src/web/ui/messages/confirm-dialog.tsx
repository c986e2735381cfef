import { useText } from '../../i18n/language.tsx'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  action: string
  busy: boolean
  onConfirm: () => void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ action, busy, onConfirm, ...dialog }: ConfirmDialogProps) {
  const text = useText()
  return (
    <Dialog {...dialog}>
      <DialogActions>
        <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
          {text.shell.cancel}
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
