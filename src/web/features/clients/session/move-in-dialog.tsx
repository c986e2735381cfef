import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, queries } from '../../../app/api.ts'
import { readBase64 } from '../../../app/base64.ts'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { Dialog, FormActions } from '../../../ui/messages/dialog.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { useSessionText } from './session-text.ts'
import { buildSessionUpload } from './session-upload.ts'
import { SessionWarnings } from './session-warnings.tsx'

type From = 'folder' | 'files'

/** A folder is chosen as a whole: browsers know this attribute, the types of React do not. */
const FOLDER: object = { webkitdirectory: '' }

/** Gives a client the session that another program kept. It becomes the client's at its first login. */
export function MoveInDialog({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const text = useSessionText()
  const cache = useQueryClient()
  const notify = useNotify()
  const [from, setFrom] = useState<From>('folder')
  const [problem, setProblem] = useState<string | undefined>()
  const moveIn = useMutation({
    mutationFn: async ({ file, session }: { file: Blob; session: string }) =>
      api.clients.importBaileysSession({
        id: clientId,
        file: await readBase64(file),
        ...(session ? { session } : {}),
      }),
    onError: notify.failed,
    async onSuccess({ phoneNumber }) {
      await cache.invalidateQueries({ queryKey: queries.worker.key() })
      notify.done(text.movedIn(phoneNumber))
      onClose()
    },
  })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const chosen = form.getAll('files').filter((file) => file instanceof File)
    const upload = await buildSessionUpload(chosen)
    setProblem(
      upload.kind === 'file' ? undefined : text[upload.kind === 'empty' ? 'moveInNoFiles' : 'moveInTooLarge'],
    )
    if (upload.kind === 'file')
      moveIn.mutate({ file: upload.file, session: String(form.get('session')).trim() })
  }
  const kind = from === 'folder' ? FOLDER : { accept: '.zip,.json', multiple: true }
  const hint = from === 'folder' ? text.moveInFolderHint : text.moveInFilesHint
  return (
    <Dialog open onOpenChange={onClose} title={text.moveInTitle} description={text.moveInBody}>
      <form onSubmit={(event) => void submit(event)} className="space-y-4">
        <SessionWarnings lines={text.moveInWarnings} />
        <Field label={text.moveInFrom}>
          {(control) => (
            <Select {...control} value={from} onChange={({ target }) => setFrom(target.value as From)}>
              <option value="folder">{text.moveInFolder}</option>
              <option value="files">{text.moveInFiles}</option>
            </Select>
          )}
        </Field>
        <Field label={from === 'folder' ? text.moveInFolder : text.moveInFiles} hint={hint} error={problem}>
          {(control) => (
            <Input {...control} {...kind} key={from} name="files" type="file" required className="py-2" />
          )}
        </Field>
        <Field label={text.moveInSession} hint={text.moveInSessionHint}>
          {(control) => <Input {...control} name="session" maxLength={256} autoComplete="off" />}
        </Field>
        <FormActions busy={moveIn.isPending} action={text.moveInAction} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
