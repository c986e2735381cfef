import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string | undefined
  children: ReactNode
  /** For what may only be left by its own button: no close button, no click outside, no Escape. */
  modal?: 'strict'
  /** Over every other dialog that may be open. */
  onTop?: boolean
  /** Called when it has gone, before what had the focus gets it back; a prevented event keeps the focus where it is. */
  onCloseAutoFocus?: (event: Event) => void
}

/** A dialog over the page; on a phone it stands at the lower edge. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  modal,
  onTop,
  onCloseAutoFocus,
}: DialogProps) {
  const text = useText()
  const keep = modal === 'strict' ? (event: Event) => event.preventDefault() : undefined
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          className={classes('animate-fade fixed inset-0 bg-black/40', onTop ? 'z-60' : 'z-40')}
        />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
          {...(keep && { onEscapeKeyDown: keep, onInteractOutside: keep })}
          className={classes(
            'animate-appear fixed inset-x-0 bottom-0 max-h-[92dvh] overflow-y-auto rounded-t-2xl border border-line bg-surface p-6 shadow-raised sm:inset-auto sm:top-1/2 sm:start-1/2 sm:w-[28rem] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rtl:translate-x-1/2 sm:rounded-2xl',
            onTop ? 'z-70' : 'z-50',
          )}
        >
          <Radix.Title className="pe-10 text-lg font-semibold">{title}</Radix.Title>
          {description && (
            <Radix.Description className="mt-1 text-sm text-ink-soft">{description}</Radix.Description>
          )}
          <div className="mt-5">{children}</div>
          {modal !== 'strict' && (
            <Radix.Close asChild>
              <Button
                variant="quiet"
                size="icon"
                className="absolute top-4 end-4"
                aria-label={text.shell.close}
              >
                <X aria-hidden />
              </Button>
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The row of buttons at the end of a dialog; the last one is what the dialog is for. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>
}

interface FormActionsProps {
  /** What the button that submits says. */
  action: string
  busy: boolean
  onCancel: () => void
}

/** The end of a form in a dialog: leave it, or submit it. */
export function FormActions({ action, busy, onCancel }: FormActionsProps) {
  const { shell } = useText()
  return (
    <DialogActions>
      <Button variant="secondary" onClick={onCancel}>
        {shell.cancel}
      </Button>
      <Button type="submit" busy={busy}>
        {action}
      </Button>
    </DialogActions>
  )
}
