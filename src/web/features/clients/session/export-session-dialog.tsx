import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries } from '../../../app/api.ts'
import { saveBase64 } from '../../../app/download.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Dialog, DialogActions, FormActions } from '../../../ui/messages/dialog.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { useSessionText } from './session-text.ts'
import { SessionWarnings } from './session-warnings.tsx'

/** What is asked before an export: that the person knows what it means, and a passphrase for the file. */
function ExportForm({
  busy,
  onExport,
  onClose,
}: {
  busy: boolean
  onExport: (passphrase: string) => void
  onClose: () => void
}) {
  const text = useSessionText()
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const passphrase = String(form.get('passphrase'))
    const differs = passphrase !== String(form.get('repeat'))
    setWrong(differs)
    if (!differs) onExport(passphrase)
  }
  const secret = { type: 'password', autoComplete: 'new-password', required: true } as const
  return (
    <form onSubmit={submit} className="space-y-4">
      <SessionWarnings lines={text.exportWarnings} />
      <Field label={text.passphrase} hint={text.passphraseHint}>
        {(control) => <Input {...control} {...secret} name="passphrase" minLength={12} maxLength={1024} />}
      </Field>
      <Field label={text.repeat} error={isWrong ? text.repeatWrong : undefined}>
        {(control) => <Input {...control} {...secret} name="repeat" />}
      </Field>
      <FormActions busy={busy} action={text.exportAction} onCancel={onClose} />
    </form>
  )
}

/** Has the session leave in a file; from then on the client is held here. */
export function ExportSessionDialog({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const text = useSessionText()
  const cache = useQueryClient()
  const notify = useNotify()
  const leave = useMutation(
    queries.clients.exportSession.mutationOptions({
      // The session must not stay behind in memory once it was saved.
      gcTime: 0,
      onError: notify.failed,
      onSuccess({ file, fileName }) {
        saveBase64(file, fileName)
        return cache.invalidateQueries({ queryKey: queries.worker.key() })
      },
    }),
  )
  const { data } = leave
  if (data)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={text.exported}
        description={text.exportedBody(data.fileName)}
        modal="strict"
      >
        <DialogActions>
          <Button variant="secondary" onClick={() => saveBase64(data.file, data.fileName)}>
            {text.saveAgain}
          </Button>
          <Button onClick={onClose}>{text.done}</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog open onOpenChange={onClose} title={text.exportTitle}>
      <ExportForm
        busy={leave.isPending}
        onExport={(passphrase) => leave.mutate({ id: clientId, passphrase })}
        onClose={onClose}
      />
    </Dialog>
  )
}
