import { type FormEvent, useState } from 'react'
import { Dialog, FormActions } from '../../../ui/messages/dialog.tsx'
import { useSetConnection } from '../secret-data.ts'
import { useSecretsText } from '../secrets-text.ts'
import type { Connection } from './connection-cell.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import { readConnectionForm, type WrongFields } from './connection-form.ts'

interface ConnectionDialogProps {
  name: string
  connection: Connection
  onClose: () => void
}

/** Gives a connection other settings; all of them, since nothing that is stored is shown. */
export function ConnectionDialog({ name, connection: { kind }, onClose }: ConnectionDialogProps) {
  const { form: text, connection } = useSecretsText()
  const [wrong, setWrong] = useState<WrongFields>({})
  const set = useSetConnection(connection.saved, onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readConnectionForm(kind, new FormData(event.currentTarget))
    if ('wrong' in read) setWrong(read.wrong)
    else set.mutate({ name, settings: read.settings })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.settingsTitle(name)} description={text.settingsBody}>
      <form onSubmit={submit} onChange={() => setWrong({})} noValidate className="space-y-4">
        <ConnectionFields kind={kind} wrong={wrong} />
        <FormActions action={text.settingsAction} busy={set.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
