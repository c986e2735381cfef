import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, queries } from '../../../app/api.ts'
import { readBase64 } from '../../../app/base64.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { Dialog, FormActions } from '../../../ui/messages/dialog.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { useSessionText } from './session-text.ts'

/** Gives a client the session of an exported file. */
export function ImportSessionDialog({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const text = useSessionText()
  const cache = useQueryClient()
  const notify = useNotify()
  const take = useMutation({
    mutationFn: async ({ file, passphrase }: { file: Blob; passphrase: string }) =>
      api.clients.importSession({ id: clientId, file: await readBase64(file), passphrase }),
    onError: notify.failed,
    async onSuccess({ phoneNumber }) {
      await cache.invalidateQueries({ queryKey: queries.worker.key() })
      await cache.invalidateQueries({ queryKey: queries.clients.key() })
      notify.done(text.imported(phoneNumber))
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const file = form.get('file')
    if (file instanceof Blob) take.mutate({ file, passphrase: String(form.get('passphrase')) })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.importTitle} description={text.importBody}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={text.file}>
          {(control) => (
            <Input {...control} name="file" type="file" accept=".parley-session" required className="py-2" />
          )}
        </Field>
        <Field label={text.importPassphrase}>
          {(control) => (
            <Input
              {...control}
              name="passphrase"
              type="password"
              autoComplete="off"
              required
              maxLength={1024}
            />
          )}
        </Field>
        <FormActions busy={take.isPending} action={text.importAction} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
